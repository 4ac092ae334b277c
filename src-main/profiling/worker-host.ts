/**
 * How a worker process is started, behind one interface: child_process.fork for the command line and
 * tests (fork-host.ts), Electron's utilityProcess for the app (electron/utility-host.ts). The queue
 * cannot tell them apart.
 */
import type { FromWorker, ToWorker } from './protocol';

export interface WorkerExit {
  /** null when a signal ended it. */
  readonly code: number | null;
  /** SIGSEGV, SIGKILL …; null when unknown (utilityProcess does not tell) or when it exited by itself. */
  readonly signal: string | null;
}

export interface WorkerProcess {
  /** undefined until it has started. */
  readonly pid: number | undefined;
  send(message: ToWorker): void;
  onMessage(listener: (message: FromWorker) => void): void;
  /** What the kernel or driver printed (printf, assertions): both streams, chunk by chunk. */
  onOutput(listener: (text: string) => void): void;
  /** Called exactly once. */
  onExit(listener: (exit: WorkerExit) => void): void;
  /** SIGKILL by pid: a worker inside a driver call hears nothing else. Safe to call twice. */
  kill(): void;
}

/** Variables that a worker gets beside those of this process. */
export type WorkerEnvironment = Readonly<Record<string, string>>;

export interface WorkerHost {
  /** Never throws: a process that cannot be started reports its exit. */
  start(name: string, environment?: WorkerEnvironment): WorkerProcess;
}
