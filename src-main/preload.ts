/**
 * The bridge that the page sees as `window.workbench`: `call` for the commands and `on` for the streams of
 * the contract, by name, and `drop` for a file that was dropped; nothing else of Electron. It refuses a name
 * that the contract does not list. The path of a dropped file goes from here to the main process only.
 */
import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron';
import {
  commandNames,
  streamNames,
  type CommandName,
  type StreamName,
  type WorkbenchBridge,
} from '@shared/ipc/contract';
import { callChannel, dropChannel, streamChannel } from './ipc/channels';

const known = (names: readonly string[], name: unknown): boolean =>
  typeof name === 'string' && names.includes(name);

/** A File that the page made itself has no path, so it can name none. */
const pathOf = (file: object): string => {
  try {
    return webUtils.getPathForFile(file as Parameters<typeof webUtils.getPathForFile>[0]);
  } catch {
    return '';
  }
};

const nameOf = (file: object): string =>
  'name' in file && typeof file.name === 'string' ? file.name : '';

const bridge: WorkbenchBridge = {
  call: (name: CommandName, request) =>
    known(commandNames, name)
      ? ipcRenderer.invoke(callChannel, name, request)
      : Promise.reject(new Error(`There is no command ${name}.`)),
  drop: (file, second) =>
    ipcRenderer.invoke(
      dropChannel,
      pathOf(file),
      nameOf(file),
      second === undefined ? null : pathOf(second),
    ) as ReturnType<WorkbenchBridge['drop']>,
  on: (name: StreamName, listener) => {
    if (!known(streamNames, name)) throw new Error(`There is no stream ${name}.`);
    // The event object stays here: it would hand the page more than the payload.
    const forward = (_event: IpcRendererEvent, payload: Parameters<typeof listener>[0]): void =>
      listener(payload);
    ipcRenderer.on(streamChannel(name), forward);
    return () => {
      ipcRenderer.removeListener(streamChannel(name), forward);
    };
  },
};

contextBridge.exposeInMainWorld('workbench', Object.freeze(bridge));
