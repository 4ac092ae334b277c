/**
 * `npm run package`: builds the app and every package that this machine can make, and says for the others why
 * not and with which command they are made on their system. Without `--release` the packages are test builds,
 * made with whatever Electron this machine runs, and marked as such; `--release` takes the official download
 * only. `--dir` stops after the unpacked app. It publishes nothing.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { lookup } from 'node:dns/promises';
import { join } from 'node:path';
import { hasProgram } from './display.mjs';
import { build } from './ensure-built.mjs';
import { inRoot, mustRun, nodeModule, runScript, say, StepFailure } from './project.mjs';

export const output = inRoot('release');
export const unpackedApp = join(output, 'linux-unpacked');

const builderCommand = (system, targets) =>
  `npx electron-builder --config build/electron-builder.config.mjs --${system} ${targets} --publish never`;

/** What each package needs, and how it is made where it can be. Pure, for the test. */
export const packagePlan = ({ platform, hasTools, hasDpkg, isRelease }) => {
  const onLinux = platform === 'linux';
  const tools = 'electron-builder’s tools from github.com';
  const rows = [
    {
      name: 'deb',
      system: 'linux',
      targets: 'deb',
      can: onLinux && (hasTools || hasDpkg),
      needs: `Linux with dpkg-deb, or ${tools}`,
    },
    { name: 'tar.gz', system: 'linux', targets: 'tar.gz', can: onLinux, needs: 'Linux' },
    {
      name: 'AppImage',
      system: 'linux',
      targets: 'AppImage',
      can: onLinux && hasTools,
      needs: `Linux with ${tools}`,
    },
    {
      name: 'nsis',
      system: 'win',
      targets: 'nsis portable',
      can: platform === 'win32' && hasTools,
      needs: `Windows with ${tools}`,
    },
    {
      name: 'dmg',
      system: 'mac',
      targets: 'dmg --x64 --arm64',
      can: platform === 'darwin' && hasTools,
      needs: 'macOS',
    },
  ];
  return rows.map((row) => ({
    ...row,
    command: `npm run build && ${builderCommand(row.system, row.targets)}`,
    note: isRelease ? '' : ' (test build)',
  }));
};

/** electron-builder downloads its own tools; a directory given by hand counts as well. */
const toolsCanBeHad = async () => {
  if (process.env.APPIMAGE_TOOLS_PATH) return true;
  return lookup('github.com').then(
    () => true,
    () => false,
  );
};

const electronBuilder = (args, env = {}) =>
  mustRun(
    `electron-builder ${args.join(' ')}`,
    process.execPath,
    [
      nodeModule('electron-builder/cli.js'),
      '--config',
      'build/electron-builder.config.mjs',
      '--publish',
      'never',
      ...args,
    ],
    { ...process.env, ...env },
  );

/** GNU tar with fixed order, owner and time: the same app gives the same file. */
const makeTarGz = (version) => {
  const name = `ndrange-workbench-${version}-linux-x64`;
  const file = join(output, `${name}.tar.gz`);
  mustRun('tar', 'tar', [
    '--create',
    '--gzip',
    `--file=${file}`,
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--directory=${output}`,
    `--transform=s,^linux-unpacked,${name},`,
    'linux-unpacked',
  ]);
  return file;
};

/** The version in the unpacked app: that of package.json, with its mark for a test build. */
export const packagedVersion = async (app = unpackedApp) => {
  const { extractFile } = await import('@electron/asar');
  return JSON.parse(extractFile(join(app, 'resources/app.asar'), 'package.json').toString())
    .version;
};

const mib = (file) => `${(statSync(file).size / 2 ** 20).toFixed(1)} MiB`;

const run = async () => {
  const isRelease = process.argv.includes('--release');
  const plan = packagePlan({
    platform: process.platform,
    hasTools: await toolsCanBeHad(),
    hasDpkg: hasProgram('dpkg-deb'),
    isRelease,
  });
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  build();
  const env = isRelease ? {} : { NDRANGE_TEST_RUNTIME: '1' };
  if (process.platform === 'linux') {
    electronBuilder(['--linux', 'dir'], env);
    if (process.argv.includes('--dir')) return 0;
    const made = (name) => plan.find((row) => row.name === name)?.can === true;
    const shim = { CUSTOM_FPM_PATH: inRoot('build/scripts/make-deb.mjs') };
    if (made('deb'))
      electronBuilder(['--linux', 'deb', '--prepackaged', unpackedApp], { ...env, ...shim });
    if (made('AppImage'))
      electronBuilder(['--linux', 'AppImage', '--prepackaged', unpackedApp], env);
    if (made('tar.gz')) makeTarGz(await packagedVersion());
  } else {
    if (!isRelease)
      throw new StepFailure('Test builds are made on Linux. Use: npm run package -- --release');
    electronBuilder([process.platform === 'win32' ? '--win' : '--mac'], env);
  }
  const files = readdirSync(output).filter((name) => /\.(deb|gz|AppImage|exe|dmg)$/.test(name));
  say('\nBuilt:');
  for (const name of files) say(`  release/${name}  ${mib(join(output, name))}`);
  const missing = plan.filter(({ can }) => !can);
  if (missing.length > 0) say('Not built here:');
  for (const { name, needs, command } of missing)
    say(`  ${name}: needs ${needs}. There: ${command}`);
  if (!isRelease) say('These are test builds: not for publication (docs/release.md).');
  return existsSync(unpackedApp) || process.platform !== 'linux' ? 0 : 1;
};

if (process.argv[1]?.endsWith('package.mjs')) await runScript(run);
