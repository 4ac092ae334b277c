/**
 * The window's only door to the main process. Nothing else may touch `window.workbench`, so that a
 * test or a plain browser can put a scripted bridge in its place before this module is read.
 */
import type { StreamName, Streams, WorkbenchBridge } from '@shared/ipc/contract';

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

type Listener = (payload: never) => void;
const listenersOf = new WeakMap<WorkbenchBridge, Map<StreamName, Set<Listener>>>();

/**
 * One listener of the bridge per stream, whoever listens here: each payload is copied once on its way through
 * the bridge, and not once per store.
 */
const listen = <Name extends StreamName>(
  name: Name,
  listener: (payload: Streams[Name]) => void,
): (() => void) => {
  const source = bridge();
  const streams = listenersOf.get(source) ?? new Map<StreamName, Set<Listener>>();
  listenersOf.set(source, streams);
  const known = streams.get(name);
  const listeners = known ?? new Set<Listener>();
  listeners.add(listener);
  if (known === undefined) {
    streams.set(name, listeners);
    source.on(name, (payload) => {
      // Only listeners of this very stream were put into the set.
      for (const tell of listeners) (tell as (payload: Streams[Name]) => void)(payload);
    });
  }
  return () => void listeners.delete(listener);
};

/** Commands and streams of the contract. Looks the bridge up at each call, never at import time. */
export const workbench: WorkbenchBridge = {
  call: (name, request) => bridge().call(name, request),
  drop: (file, second) => bridge().drop(file, second),
  on: listen,
};
