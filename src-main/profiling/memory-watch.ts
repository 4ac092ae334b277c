/**
 * Watches the memory of a worker while it works on a request, so that a kernel, a compiler or a driver that
 * takes everything costs its own configuration and not the machine. Linux only: elsewhere nothing is
 * watched, and the system's own limits have to do. Buffers of a CPU device are memory of the worker, so a
 * large worker alone is no fault: it is one when the machine has next to nothing left.
 */
import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';

export interface MemoryWatch {
  /** A request is under way. */
  look(): void;
  /** It is over. */
  rest(): void;
}

export interface MemoryReading {
  readonly workerBytes: number;
  readonly availableBytes: number;
  readonly totalBytes: number;
}

const intervalMs = 500;
const leastLeftBytes = 256 * 1024 * 1024;

/** What is left for others is of interest only then. */
const isLarge = (workerBytes: number, totalBytes: number): boolean =>
  workerBytes > 0.25 * totalBytes;

/**
 * Whether this worker has to go: it holds nine tenths of the memory, or a quarter while less than 3 %
 * (and less than 256 MiB at the least) are left for everyone. Pure.
 */
export const isOutgrown = ({ workerBytes, availableBytes, totalBytes }: MemoryReading): boolean =>
  workerBytes > 0.9 * totalBytes ||
  (isLarge(workerBytes, totalBytes) &&
    availableBytes < Math.max(0.03 * totalBytes, leastLeftBytes));

/** `onOutgrown` is told at most once, with the worker's resident bytes. */
export const watchMemory = (
  pid: () => number | undefined,
  onOutgrown: (bytes: number) => void,
): MemoryWatch => {
  let timer: NodeJS.Timeout | null = null;
  let told = false;
  const check = (): void => {
    const id = pid();
    if (id === undefined || told) return;
    const workerBytes = residentBytes(id);
    if (workerBytes === null) return;
    const totalBytes = memoryOfMachine();
    if (!isLarge(workerBytes, totalBytes)) return;
    const availableBytes = process.availableMemory();
    if (!isOutgrown({ workerBytes, availableBytes, totalBytes })) return;
    told = true;
    onOutgrown(workerBytes);
  };
  return {
    look: () => {
      if (process.platform !== 'linux' || timer !== null) return;
      timer = setInterval(check, intervalMs);
      timer.unref();
    },
    rest: () => {
      if (timer !== null) clearInterval(timer);
      timer = null;
    },
  };
};

/** What this process may use: the machine's, or that of its container. */
const memoryOfMachine = (): number => {
  const constrained = process.constrainedMemory();
  const total = totalmem();
  return constrained > 0 && constrained < total ? constrained : total;
};

/** null: the process is gone. Read in place: the file is made in memory, and a thread to wait for it would cost more. */
const residentBytes = (pid: number): number | null => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return kibibytes === undefined ? null : Number(kibibytes) * 1024;
  } catch {
    return null;
  }
};
