/**
 * What lies in the unpacked app: fuses, archive, files beside it, and what of its size is ours. Read only; the
 * judgement is in `packageFindings`, as sentences, so that tests and release-check say the same.
 */
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inRoot } from './project.mjs';

/** All files of a folder, those of its folders included. */
export const filesUnder = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });

/** What Electron itself consists of, by name; everything else in the folder is ours. */
export const isElectrons = (name) =>
  /^(ndrange-workbench|chrome.*|.*\.(pak|bin|dat|so|so\.1)|LICENSE.*\.(txt|html)|vk_swiftshader_icd\.json|locales\/.*|TEST-BUILD\.txt)$/.test(
    name,
  );

const wantedFuses = {
  RunAsNode: false,
  EnableCookieEncryption: false,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
};

/** The characters 0 and 1, as they stand in the program. */
const fuseOff = 0x30;
const fuseOn = 0x31;

/** The fuses of the program, by name; a fuse that this Electron has not is left out. */
const readFuses = async (program) => {
  const { FuseV1Options, getCurrentFuseWire } = await import('@electron/fuses');
  const wire = await getCurrentFuseWire(program);
  return Object.fromEntries(
    Object.entries(FuseV1Options).flatMap(([name, at]) =>
      wire[at] === fuseOff || wire[at] === fuseOn ? [[name, wire[at] === fuseOn]] : [],
    ),
  );
};

/** @param app the unpacked app's folder. Sizes in bytes; packed: as gzip makes it, fonts apart. */
export const readPackage = async (app) => {
  const { extractFile, listPackage } = await import('@electron/asar');
  const archive = join(app, 'resources/app.asar');
  const files = filesUnder(app);
  const ours = files.filter((file) => !isElectrons(relative(app, file)));
  const packed = (names) =>
    names.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 6 }).length, 0);
  const entries = listPackage(archive, { isPack: false }).map((name) =>
    name.replace(/^[\\/]/, '').replaceAll('\\', '/'),
  );
  const fonts = entries.filter((name) => /\.(woff2?|ttf|otf)$/.test(name));
  const fontBytes = fonts.reduce((sum, name) => sum + extractFile(archive, name).length, 0);
  return {
    fuses: await readFuses(join(app, 'ndrange-workbench')),
    manifest: JSON.parse(extractFile(archive, 'package.json').toString()),
    entries,
    files: files.map((file) => relative(app, file)),
    isTestBuild: existsSync(join(app, 'TEST-BUILD.txt')),
    licences: existsSync(join(app, 'resources/licences.md'))
      ? readFileSync(join(app, 'resources/licences.md'), 'utf8')
      : '',
    totalBytes: files.reduce((sum, file) => sum + lstatSync(file).size, 0),
    fontBytes,
    // Fonts are compressed already: they count in full, and are taken off again.
    addedBytes: packed(ours) - fontBytes,
  };
};

const allowedModules = /^node_modules(\/(koffi|@koromix)(\/|$)|$)/;

/** One sentence for each thing that should not be so; empty: the package is as it should be. */
export const packageFindings = (found) => {
  const findings = [];
  const must = (holds, sentence) => {
    if (!holds) findings.push(sentence);
  };
  for (const [name, wanted] of Object.entries(wantedFuses)) {
    must(
      found.fuses[name] === wanted,
      `The fuse ${name} is ${String(found.fuses[name])}, not ${String(wanted)}.`,
    );
  }
  const foreign = found.entries.filter(
    (name) => name.startsWith('node_modules') && !allowedModules.test(name),
  );
  must(
    foreign.length === 0,
    `The archive holds modules that are bundled or for building only: ${foreign.slice(0, 5).join(', ')}`,
  );
  const stray = found.entries.filter((name) =>
    /\.(ts|map|vue)$|^(src-|test|docs|build|\.)/.test(name),
  );
  must(stray.length === 0, `The archive holds sources: ${stray.slice(0, 5).join(', ')}`);
  for (const name of [
    'out/main/index.js',
    'out/main/worker.js',
    'out/preload/preload.cjs',
    'out/renderer/index.html',
  ]) {
    must(found.entries.includes(name), `The archive lacks ${name}.`);
  }
  must(
    !found.files.includes('resources/default_app.asar'),
    'The stand-in app of the test runtime was left in the package.',
  );
  must(
    found.files.some((name) => /app\.asar\.unpacked\/.*koffi\.node$/.test(name)),
    'koffi.node lies inside the archive, where no system can load it.',
  );
  for (const name of [
    'resources/kernels/saxpy.cl',
    'resources/kernels/recorded/README.md',
    'resources/app-update.yml',
    'resources/LICENSE.ndrange-workbench.txt',
    'resources/licences.md',
    'LICENSES.chromium.html',
    'ndrange',
  ]) {
    must(found.files.includes(name), `The package lacks ${name}.`);
  }
  must(
    found.licences === readFileSync(inRoot('docs/licences.md'), 'utf8'),
    'licences.md in the package is not the current one.',
  );
  must(
    Object.keys(found.manifest.devDependencies ?? {}).length === 0,
    'The package’s manifest names packages for building.',
  );
  must(
    found.addedBytes <= 25 * 2 ** 20,
    `Beside Electron and fonts the package adds ${found.addedBytes} bytes packed, over 25 MiB.`,
  );
  must(found.fontBytes <= 25 * 2 ** 20, `The fonts have ${found.fontBytes} bytes, over 25 MiB.`);
  return findings;
};
