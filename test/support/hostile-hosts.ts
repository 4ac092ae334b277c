/** Worker hosts that do to real workers what the world does to them: kill them from outside, hide a limit. */
import type { DeviceListing } from '@shared/domain/device';
import type { Stage } from '@shared/domain/outcome';
import type { FromWorker, ToWorker } from '@main/profiling/protocol';
import type { WorkerHost, WorkerProcess } from '@main/profiling/worker-host';

export type Moment =
  | { readonly stage: Stage }
  /** The visit that is asked for as the n-th, from 1. */
  | { readonly visit: number }
  /** Between two visits: when the n-th has been answered. */
  | { readonly idleAfter: number };

const isVisit = (message: ToWorker): boolean =>
  message.request.type === 'visit' || message.request.type === 'visits';

const isFirstLaunch = ({ request }: ToWorker): boolean =>
  request.type === 'visit' && request.announced === true;

export interface KillingHost extends WorkerHost {
  /** Whether the moment has come. */
  readonly killed: boolean;
}

/** Sends SIGKILL to one worker, once, at the given moment. Workers that only list devices are left alone. */
export const killOnce = (host: WorkerHost, moment: Moment): KillingHost => {
  let done = false;
  let visits = 0;
  const kill = (worker: WorkerProcess): void => {
    if (done || worker.pid === undefined) return;
    const { pid } = worker;
    done = true;
    // What was asked for in this turn of the event loop is sent at its end, and is to reach the worker first.
    queueMicrotask(() => process.kill(pid, 'SIGKILL'));
  };
  return {
    get killed() {
      return done;
    },
    start: (name, environment) => {
      const worker = host.start(name, environment);
      if (!name.startsWith('device-')) return worker;
      const asked = new Set<number>();
      worker.onMessage((message: FromWorker) => {
        if (message.type === 'stage' && 'stage' in moment && message.stage === moment.stage) {
          kill(worker);
        }
        if (message.type !== 'reply' || !asked.has(message.id)) return;
        if ('idleAfter' in moment && visits >= moment.idleAfter) kill(worker);
      });
      return {
        ...worker,
        get pid() {
          return worker.pid;
        },
        send: (message) => {
          if (isVisit(message)) {
            visits += 1;
            asked.add(message.id);
          }
          worker.send(message);
          // A first launch is announced by its request, without a message from the worker.
          if ('stage' in moment && moment.stage === 'first-launch' && isFirstLaunch(message)) {
            kill(worker);
          }
          if ('visit' in moment && isVisit(message) && visits >= moment.visit) kill(worker);
        },
      };
    },
  };
};

/** The devices do not say how much local memory they have, as some drivers do not. */
export const withoutLocalMemory = (host: WorkerHost): WorkerHost => ({
  start: (name, environment) => {
    const worker = host.start(name, environment);
    return {
      ...worker,
      get pid() {
        return worker.pid;
      },
      onMessage: (listener) =>
        worker.onMessage((message) => {
          const value = message.type === 'reply' && message.result.ok ? message.result.value : null;
          if (value !== null && 'devices' in value) {
            listener({ ...message, result: { ok: true, value: hide(value) } } as FromWorker);
          } else {
            listener(message);
          }
        }),
    };
  },
});

const hide = (listing: DeviceListing): DeviceListing => ({
  ...listing,
  devices: listing.devices.map((device) => ({
    ...device,
    limits: { ...device.limits, localMemory: { ok: false, error: 'CL_INVALID_VALUE' } },
  })),
});
