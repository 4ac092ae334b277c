/**
 * Entry of the main process: the app, with its device workers in processes of their own; or, started with
 * the command line's switch, `ndrange` without a window.
 */
import { join } from 'node:path';
import { app } from 'electron';
import { commandLineOf, runCommandLine } from './electron/command-line';
import { startApp } from './electron/start-app';
import { createUtilityHost } from './electron/utility-host';

const commandLine = commandLineOf(process.argv);
if (commandLine === null) startApp((built) => createUtilityHost(built('main/worker.js')));
else void runCommandLine(commandLine, join(app.getAppPath(), 'out/main/worker.js'));
