/**
 * The window's only door to the main process. Nothing else may touch `window.workbench`, so that a
 * test or a plain browser can put a scripted bridge in its place before this module is read.
 */
import type { WorkbenchBridge } from '@shared/ipc/contract';

declare global {
  interface Window {
    readonly workbench?: WorkbenchBridge;
  }
}

const bridge = (): WorkbenchBridge => {
  const found = window.workbench;
  if (found === undefined) throw new Error('The preload script did not provide the bridge.');
  return found;
};

/** Commands and streams of the contract. Looks the bridge up at each call, never at import time. */
export const workbench: WorkbenchBridge = {
  call: (name, request) => bridge().call(name, request),
  drop: (file) => bridge().drop(file),
  on: (name, listener) => bridge().on(name, listener),
};
