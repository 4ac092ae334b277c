/**
 * Starts workers with child_process.fork: for the command line and for tests. The path of the built
 * worker is given by the caller, because only an entry file knows where it lies (`worker.js` beside
 * `cli.js`); tests give the path of a build.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { gatherTurn } from './gather';
import type { FromWorker, ToWorker } from './protocol';
import type { WorkerEnvironment, WorkerExit, WorkerHost, WorkerProcess } from './worker-host';

export const createForkHost = (workerPath: string): WorkerHost => ({
  start: (name, environment) => startWorker(workerPath, name, environment),
});

const lastWordsMs = 200;

/** A worker that is about to end may close its channel a moment before. */
const closingMs = 1000;

/** No worker outlives its parent, also where the system has no such rule of its own. */
const live = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of live) killAll(child);
});

/** A worker and what its driver or its kernel has started: they are one group, since each worker leads its own. */
const killAll = (child: ChildProcess): void => {
  killGroup(child);
  child.kill('SIGKILL');
};

const killGroup = ({ pid }: ChildProcess): void => {
  if (pid === undefined || process.platform === 'win32') return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left of it.
  }
};

const startWorker = (
  workerPath: string,
  name: string,
  environment: WorkerEnvironment | undefined,
): WorkerProcess => {
  const child = fork(workerPath, [name], {
    serialization: 'advanced',
    ...(environment === undefined ? {} : { env: { ...process.env, ...environment } }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // The parent's own flags (inspector ports, loaders of a test runner) are not the worker's.
    execArgv: [],
    // A session of its own: Ctrl-C in a terminal is for the parent, which cancels in good order.
    detached: process.platform !== 'win32',
  });
  live.add(child);
  const exitListeners: ((exit: WorkerExit) => void)[] = [];
  let exited: WorkerExit | null = null;
  const finish = (exit: WorkerExit): void => {
    if (exited !== null) return;
    exited = exit;
    live.delete(child);
    for (const listener of exitListeners) listener(exit);
  };
  // What the process said last (an assertion, a reply) may arrive after its exit: `close` comes after both
  // streams, but would wait for ever for a child of the driver that holds them open.
  child.once('close', (code, signal) => finish({ code, signal }));
  // Without its channel (a kernel can close it) a worker can neither answer nor be asked.
  child.once('disconnect', () => {
    setTimeout(() => {
      if (child.exitCode === null && child.signalCode === null) killAll(child);
    }, closingMs).unref();
  });
  child.once('exit', (code, signal) => {
    killGroup(child);
    setTimeout(() => finish({ code, signal }), lastWordsMs).unref();
  });
  child.once('error', () => {
    // A process that could not be started has no exit event of its own.
    if (child.pid === undefined) finish({ code: null, signal: null });
  });

  const post = (requests: readonly ToWorker[]): void => {
    // What is sent to a worker that has just died is answered by its exit.
    if (child.connected) child.send([...requests], () => undefined);
  };

  return {
    get pid() {
      return child.pid;
    },
    send: gatherTurn(post),
    onMessage: (listener) => {
      child.on('message', (message) => listener(message as FromWorker));
    },
    onOutput: (listener) => {
      const pass = (chunk: Buffer): void => listener(chunk.toString('utf8'));
      child.stdout?.on('data', pass);
      child.stderr?.on('data', pass);
    },
    onExit: (listener) => {
      if (exited === null) exitListeners.push(listener);
      else queueMicrotask(() => listener(exited ?? { code: null, signal: null }));
    },
    kill: () => {
      if (exited === null) killAll(child);
    },
  };
};
