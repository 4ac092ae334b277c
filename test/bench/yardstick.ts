/**
 * The C++ host and the bare koffi loop as processes that answer one sweep at a time. Decides nothing. Rejects
 * with the process's own words when it dies.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { LocalSize } from '@shared/domain/sizes';
import { join } from 'node:path';
import { median, sum } from './arithmetic';
import { root, sizesText, yardstickArguments, type Workload } from './workload';

/** Durations in ns. */
export interface YardstickSweep {
  /** From before the first launch to after the last. */
  readonly loopNs: number;
  /** Median device time of one restore; 0 without. */
  readonly copyNs: number;
  /** In the order asked for. */
  readonly sizes: readonly {
    readonly firstNs: number;
    readonly warmNs: number;
    readonly runNs: readonly number[];
    readonly wallNs: readonly number[];
  }[];
}

export interface SweepCounts {
  readonly warmUps: number;
  /** Per size and round. */
  readonly samples: number;
  readonly rounds: number;
}

export interface Yardstick {
  sweep(local: readonly LocalSize[], counts: SweepCounts): Promise<YardstickSweep>;
  close(): void;
}

export interface YardstickOptions {
  readonly device: string;
  readonly work: Workload;
  /** C++ host only. */
  readonly restore?: boolean;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly loop_ns: number;
  readonly copy_ns: number;
  readonly sizes: readonly {
    readonly first_ns: number;
    readonly warm_ns: number;
    readonly run_ns: readonly number[];
    readonly wall_ns: readonly number[];
  }[];
}

const start = (command: string, first: readonly string[], options: YardstickOptions): Yardstick => {
  const args = [...first, ...yardstickArguments(options.work), '--device', options.device];
  if (options.restore === true) args.push('--restore');
  const child = spawn(command, args, { stdio: 'pipe', env: { ...process.env, ...options.env } });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString('utf8')));
  // Written to after its death: the missing answer tells more.
  child.stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    sweep: async (local, { warmUps, samples, rounds }) => {
      child.stdin.write(`sweep ${sizesText(local)} ${warmUps} ${samples} ${rounds}\n`);
      const line = await lines.next();
      if (line.done === true) throw new Error(`${command} ended: ${complaint.trim()}`);
      const answer = JSON.parse(line.value) as Answer;
      return {
        loopNs: answer.loop_ns,
        copyNs: answer.copy_ns,
        sizes: answer.sizes.map((size) => ({
          firstNs: size.first_ns,
          warmNs: size.warm_ns,
          runNs: size.run_ns,
          wallNs: size.wall_ns,
        })),
      };
    },
    close: () => {
      child.stdin.end();
    },
  };
};

/** `program`: the built bench_host. */
export const startCppHost = (program: string, options: YardstickOptions): Yardstick =>
  start(program, [], options);

export const startKoffiLoop = (options: YardstickOptions): Yardstick =>
  start(process.execPath, [join(root, 'test', 'bench', 'koffi-loop.mjs')], options);

/**
 * One sweep in a process of its own. What is timed launch by launch needs this: the product's worker is a fresh
 * process too, in which the driver loads each size's code anew and touches each buffer's pages for the first time.
 */
export const sweepFresh = async (
  startOne: () => Yardstick,
  local: readonly LocalSize[],
  counts: SweepCounts,
): Promise<YardstickSweep> => {
  const yardstick = startOne();
  try {
    return await yardstick.sweep(local, counts);
  } finally {
    yardstick.close();
  }
};

/** Time of the loop that is neither a first launch nor device time, per timed launch, ns. Needs 0 warm-ups. */
export const outsidePerLaunch = (swept: YardstickSweep): number => {
  const firsts = sum(swept.sizes.map(({ firstNs }) => firstNs));
  const runs = swept.sizes.flatMap(({ runNs }) => runNs);
  return (swept.loopNs - firsts - sum(runs)) / runs.length;
};

/** Median of host time minus device time over single launches, ns. */
export const aroundLaunch = (swept: YardstickSweep): number =>
  median(
    swept.sizes.flatMap(({ runNs, wallNs }) => wallNs.map((wall, i) => wall - (runNs[i] ?? 0))),
  );
