/**
 * Runs the end-to-end tests in the real window: with this machine's Electron runtime, a virtual screen
 * where there is none, and Mesa's CPU device switched on beside PoCL, so that there are two devices.
 * Arguments go to Playwright.
 */
import { sandboxArguments, withScreen } from './display.mjs';
import { resolveRuntime } from './electron-runtime.mjs';
import { ensureBuilt } from './ensure-built.mjs';
import { nodeModule, runProgram, runScript } from './project.mjs';

/** @returns Playwright's exit status */
export const runEndToEnd = async (args) => {
  ensureBuilt();
  const { dist } = await resolveRuntime();
  const [command, words] = withScreen(process.execPath, [
    nodeModule('@playwright/test/cli.js'),
    'test',
    ...args,
  ]);
  return runProgram(command, words, {
    ...process.env,
    RUSTICL_ENABLE: 'llvmpipe',
    ELECTRON_OVERRIDE_DIST_PATH: dist,
    NDRANGE_E2E_SANDBOX: sandboxArguments().length === 0 ? '1' : '0',
  });
};

if (process.argv[1]?.endsWith('e2e.mjs')) {
  await runScript(() => runEndToEnd(process.argv.slice(2)));
}
