/**
 * Entry of the main process: the app, with its device workers in processes of their own; or, started with
 * the command line's switch, `ndrange` without a window. Each loads only its own code: a start is felt.
 */
import { join } from 'node:path';
import { app } from 'electron';
import { commandLineOf } from './electron/command-line-switch';
import { startApp } from './electron/start-app';

const commandLine = commandLineOf(process.argv);
if (commandLine === null) {
  startApp(async (built) => {
    const { createUtilityHost } = await import('./electron/utility-host');
    return createUtilityHost(built('main/worker.js'));
  });
} else {
  // Awaited, so that Electron is not ready before: what the command line sets must be set by then.
  const { runCommandLine } = await import('./electron/command-line');
  void runCommandLine(commandLine, join(app.getAppPath(), 'out/main/worker.js'));
}
