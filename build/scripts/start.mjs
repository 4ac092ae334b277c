/** Opens the app: builds it when the sources are newer than what is built, then starts Electron. */
import { sandboxArguments, withScreen } from './display.mjs';
import { resolveRuntime } from './electron-runtime.mjs';
import { ensureBuilt } from './ensure-built.mjs';
import { root, runProgram, runScript, say } from './project.mjs';

export const openApp = async () => {
  ensureBuilt();
  const { executable } = await resolveRuntime();
  const sandbox = sandboxArguments();
  if (sandbox.length > 0) say('Running as root: Chromium has no sandbox then.');
  const [command, args] = withScreen(executable, [...sandbox, root, ...process.argv.slice(2)]);
  return runProgram(command, args);
};

if (process.argv[1]?.endsWith('start.mjs')) await runScript(openApp);
