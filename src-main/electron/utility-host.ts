/**
 * The app's worker host: device workers as Electron utility processes, which need no runAsNode and can be
 * started from a packaged archive. A worker is killed by pid with SIGKILL, since one inside a driver call
 * hears nothing else. Electron tells an exit code but no signal.
 */
import { StringDecoder } from 'node:string_decoder';
import { utilityProcess, type UtilityProcess } from 'electron';
import type { FromWorker, ToWorker } from '../profiling/protocol';
import type { WorkerExit, WorkerHost, WorkerProcess } from '../profiling/worker-host';

const killByPid = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already gone.
  }
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
    send: (message: ToWorker) => {
      if (!exited) child.postMessage(message);
    },
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
      child.once('exit', (code) => listener({ code, signal: null }));
    },
    kill: () => {
      doomed = true;
      if (!exited && pid !== undefined) killByPid(pid);
    },
  };
};

/** @param script the built worker, absolute. The workers get this process's environment as it is. */
export const createUtilityHost = (script: string): WorkerHost => ({
  start: (name) => wrap(utilityProcess.fork(script, [], { serviceName: name, stdio: 'pipe' })),
});
