/** Opens the app: builds it when the sources are newer than what is built, then starts Electron. */
import { hasDisplay, sandboxArguments } from './display.mjs';
import { resolveRuntime } from './electron-runtime.mjs';
import { ensureBuilt } from './ensure-built.mjs';
import { root, runProgram, runScript, say, StepFailure } from './project.mjs';

/**
 * @param env the app's environment; its workers, and so the drivers, see it too
 * @returns the app's exit status, once its window is closed
 */
export const openApp = async (env = process.env) => {
  if (!hasDisplay()) {
    throw new StepFailure(
      'There is no display to open a window on (DISPLAY is not set). ' +
        'Without one, use the command line: npx ndrange sweep kernels/saxpy.sweep.json',
    );
  }
  ensureBuilt();
  const { executable } = await resolveRuntime();
  const sandbox = sandboxArguments();
  if (sandbox.length > 0) say('Running as root: Chromium has no sandbox then.');
  return runProgram(executable, [...sandbox, root, ...process.argv.slice(2)], env);
};

if (process.argv[1]?.endsWith('start.mjs')) await runScript(() => openApp());
