/**
 * The app's worker host: device workers as Electron utility processes, which need no runAsNode and can be
 * started from a packaged archive. A worker is killed by pid with SIGKILL, since one inside a driver call
 * hears nothing else.
 */
import { StringDecoder } from 'node:string_decoder';
import { utilityProcess, type UtilityProcess } from 'electron';
import { gatherTurn } from '../profiling/gather';
import type { FromWorker, ToWorker } from '../profiling/protocol';
import type { WorkerExit, WorkerHost, WorkerProcess } from '../profiling/worker-host';

const killByPid = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already gone.
  }
};

/**
 * Electron reports one number. On POSIX systems it is the signal's own number when a signal ended the
 * process (seen: 11, 6 and 9). A worker exits by itself with 0 or 1 only, so these mean signals.
 */
const signals: Readonly<Record<number, string>> = {
  4: 'SIGILL',
  5: 'SIGTRAP',
  6: 'SIGABRT',
  7: 'SIGBUS',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  15: 'SIGTERM',
};

/** What `exit` of a utility process means. Exported for tests. */
export const exitOf = (code: number, platform: NodeJS.Platform = process.platform): WorkerExit => {
  const signal = platform === 'win32' ? undefined : signals[code];
  return signal === undefined ? { code, signal: null } : { code: null, signal };
};

const wrap = (child: UtilityProcess): WorkerProcess => {
  let exited = false;
  let doomed = false;
  // Electron queues nothing before `spawn`, and forgets the pid after `exit`.
  let pid: number | undefined;
  child.on('spawn', () => {
    pid = child.pid;
    if (doomed && pid !== undefined) killByPid(pid);
  });
  child.on('exit', () => {
    exited = true;
  });
  return {
    get pid() {
      return pid;
    },
    send: gatherTurn<ToWorker>((requests) => {
      if (!exited) child.postMessage(requests);
    }),
    onMessage: (listener: (message: FromWorker) => void) => {
      child.on('message', (message: FromWorker) => listener(message));
    },
    onOutput: (listener: (text: string) => void) => {
      for (const stream of [child.stdout, child.stderr]) {
        const decoder = new StringDecoder('utf8');
        stream?.on('data', (chunk: Buffer) => listener(decoder.write(chunk)));
      }
    },
    onExit: (listener: (exit: WorkerExit) => void) => {
      child.once('exit', (code) => listener(exitOf(code)));
    },
    kill: () => {
      doomed = true;
      if (!exited && pid !== undefined) killByPid(pid);
    },
  };
};

/** @param script the built worker, absolute. The workers get this process's environment as it is. */
export const createUtilityHost = (script: string): WorkerHost => ({
  start: (name, environment) =>
    wrap(
      utilityProcess.fork(script, [], {
        serviceName: name,
        stdio: 'pipe',
        ...(environment === undefined ? {} : { env: { ...process.env, ...environment } }),
      }),
    ),
});
