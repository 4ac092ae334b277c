/**
 * `npm run quickstart`: from a fresh checkout to a measured curve in one command. It says what it is going
 * to do, installs what is missing, builds, and then opens the app; on a machine without a display it runs
 * the SAXPY example on every device instead, prints the table, and leaves a CSV file and a picture of
 * the window under artifacts/. Running it again is safe, and quick.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { hasDisplay, withScreen } from './display.mjs';
import { ensureBuilt } from './ensure-built.mjs';
import { ensurePackages, packagesAreReady } from './ensure-packages.mjs';
import { prepareMachine } from './prepare-machine.mjs';
import { inRoot, runProgram, runScript, say, StepFailure } from './project.mjs';

const announce = () => {
  say('NDRange Workbench quickstart. It will, where this has not been done yet:');
  if (process.platform === 'linux') {
    say('  1. install system packages: OpenCL loader and CPU drivers, libraries of the window');
  } else {
    say('  1. use the OpenCL drivers that this system has');
  }
  say(
    `  2. install npm packages into ${inRoot('node_modules')}${packagesAreReady() ? ' (done)' : ''}`,
  );
  say('  3. build the app, and fetch an Electron runtime to run it with');
  say(hasDisplay() ? '  4. open the app' : '  4. run the SAXPY sweep on every device (no display)');
  say('');
};

/** Which run a CSV file holds: its first column, below the head. */
export const runInCsv = (text) => text.split('\r\n')[1]?.split(',')[0] ?? '';

const sweepWithoutDisplay = async (env) => {
  mkdirSync(inRoot('artifacts'), { recursive: true });
  const csv = inRoot('artifacts/saxpy.csv');
  const picture = inRoot('artifacts/window.png');
  const sweep = runProgram(
    process.execPath,
    [
      inRoot('build/scripts/ndrange.mjs'),
      'sweep',
      'kernels/saxpy.sweep.json',
      '--device',
      'all',
      // A first look, not a verdict for the lab: 3 s per size instead of up to 10.
      '--max-seconds',
      '3',
      '--csv',
      csv,
    ],
    env,
  );
  // 1: some sizes failed, which the table says; what could be measured is there.
  if (sweep > 1) throw new StepFailure(`The sweep failed (exit status ${sweep}).`);

  const { resolveRuntime } = await import('./electron-runtime.mjs');
  const { dist } = await resolveRuntime();
  const [command, args] = withScreen(process.execPath, [
    inRoot('build/scripts/window-screenshot.mjs'),
    runInCsv(readFileSync(csv, 'utf8')),
    picture,
  ]);
  const status = runProgram(command, args, { ...env, ELECTRON_OVERRIDE_DIST_PATH: dist });
  process.stdout.write(`\nCSV:    ${csv}\n`);
  if (status !== 0) throw new StepFailure('The picture of the window could not be made.');
  process.stdout.write(`Window: ${picture}\n`);
  return sweep;
};

const main = async () => {
  announce();
  prepareMachine(false);
  ensurePackages();
  ensureBuilt();
  // Mesa's CPU device is off unless asked for; here it is the second device to compare with.
  const env = { RUSTICL_ENABLE: 'llvmpipe', ...process.env };
  if (!hasDisplay()) return sweepWithoutDisplay(env);
  const { openApp } = await import('./start.mjs');
  say('Opening the app. Close its window to come back here.');
  return openApp(env);
};

if (process.argv[1]?.endsWith('quickstart.mjs')) await runScript(main);
