/**
 * Watches the memory of a worker while it works on a request, so that a kernel, a compiler or a driver that
 * takes everything costs its own configuration and not the machine. Linux only: elsewhere nothing is
 * watched, and the system's own limits have to do. Buffers of a CPU device are memory of the worker, so a
 * large worker alone is no fault: it is one when the machine has next to nothing left.
 */
import { readFile } from 'node:fs/promises';
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

/**
 * Whether this worker has to go: it holds nine tenths of the memory, or a quarter while less than 3 %
 * (and less than 256 MiB at the least) are left for everyone. Pure.
 */
export const isOutgrown = ({ workerBytes, availableBytes, totalBytes }: MemoryReading): boolean =>
  workerBytes > 0.9 * totalBytes ||
  (workerBytes > 0.25 * totalBytes && availableBytes < Math.max(0.03 * totalBytes, leastLeftBytes));

/** `onOutgrown` is told at most once, with the worker's resident bytes. */
export const watchMemory = (
  pid: () => number | undefined,
  onOutgrown: (bytes: number) => void,
): MemoryWatch => {
  let timer: NodeJS.Timeout | null = null;
  let told = false;
  const check = async (): Promise<void> => {
    const id = pid();
    if (id === undefined) return;
    const workerBytes = await residentBytes(id);
    if (workerBytes === null || timer === null || told) return;
    const availableBytes = process.availableMemory();
    if (!isOutgrown({ workerBytes, availableBytes, totalBytes: memoryOfMachine() })) return;
    told = true;
    onOutgrown(workerBytes);
  };
  return {
    look: () => {
      if (process.platform !== 'linux' || timer !== null) return;
      timer = setInterval(() => void check(), intervalMs);
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

/** null: the process is gone. */
const residentBytes = async (pid: number): Promise<number | null> => {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return kibibytes === undefined ? null : Number(kibibytes) * 1024;
  } catch {
    return null;
  }
};
