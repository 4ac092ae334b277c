/** Entry of the main process: the app, with its device workers in processes of their own. */
import { startApp } from './electron/start-app';
import { createUtilityHost } from './electron/utility-host';

startApp((built) => createUtilityHost(built('main/worker.js')));
