/**
 * The line to the parent: Electron's utility process has `process.parentPort`, a forked Node process has
 * `process.send`. Refuses to run without either, so that a worker started by hand says what it is.
 */
import type { FromWorker, ToWorker } from '../profiling/protocol';

export interface Channel {
  readonly kind: 'utility' | 'fork';
  send(message: FromWorker): void;
  onMessage(listener: (message: ToWorker) => void): void;
  onClose(listener: () => void): void;
}

/** The part of Electron's ParentPort that is used; Electron itself must not be imported here. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
  on(event: 'close', listener: () => void): void;
}

const parentPort = (): ParentPort | null => {
  const port: unknown = Reflect.get(process, 'parentPort');
  return (port as ParentPort | null | undefined) ?? null;
};

/** Both ends are one build of the product; the form is trusted once it looks like a request. */
const isRequest = (value: unknown): value is ToWorker =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'number' &&
  'request' in value &&
  typeof value.request === 'object';

/** Several that were sent at once come as one message. */
const requestsOf = (data: unknown): readonly ToWorker[] =>
  (Array.isArray(data) ? (data as readonly unknown[]) : [data]).filter(isRequest);

const utilityChannel = (port: ParentPort): Channel => ({
  kind: 'utility',
  send: (message) => port.postMessage(message),
  onMessage(listener) {
    port.on('message', ({ data }) => {
      for (const request of requestsOf(data)) listener(request);
    });
  },
  onClose: (listener) => port.on('close', listener),
});

const forkChannel = (): Channel => ({
  kind: 'fork',
  send(message) {
    // A parent that has just gone is no error of ours: `disconnect` follows.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  },
  onMessage(listener) {
    process.on('message', (data) => {
      for (const request of requestsOf(data)) listener(request);
    });
  },
  onClose: (listener) => process.on('disconnect', listener),
});

/** null when the process was started by neither. */
export const openChannel = (): Channel | null => {
  const port = parentPort();
  if (port !== null) return utilityChannel(port);
  return process.send === undefined ? null : forkChannel();
};
