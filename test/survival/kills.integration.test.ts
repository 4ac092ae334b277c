/**
 * SIGKILL at random points, of the engine's process, of the command line and of workers: every run file
 * stays readable, what was told is in it, and nothing is there twice. Prints its counts.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { seededRandom } from '@shared/domain/random';
import { foldEvents } from '@shared/domain/run';
import type { RunEvent } from '@shared/domain/run-event';
import type { Run } from '@shared/domain/run-types';
import { createForkHost } from '@main/profiling/fork-host';
import { readRunFile, type ReadRun } from '@main/store/read-run';
import { buildProgram, type BuiltProgram } from '../support/built-program';
import { countDuplicates, createFaultBench, runFault } from '../support/fault-run';
import { killOnce } from '../support/hostile-hosts';
import { textTable } from '../support/text-table';
import { isLong, saveReport } from './amount';
import type { KillTask } from './kill-target';

const amounts = isLong
  ? { main: 140, commandLine: 30, workers: 30 }
  : { main: 14, commandLine: 3, workers: 3 };
const random = seededRandom(Number(process.env['NDRANGE_SEED'] ?? 7));
const below = (high: number): number => Math.floor(random() * high);

const counts = { main: 0, commandLine: 0, workers: 0, unsynced: 0, powerCuts: 0 };
const harm = { unreadable: 0, lost: 0, twice: 0, orphans: 0, runs: 0 };
let program: BuiltProgram;
let dir: string;

beforeAll(async () => {
  vi.stubEnv('RUSTICL_ENABLE', 'llvmpipe');
  dir = mkdtempSync(join(tmpdir(), 'ndrange-kills-'));
  program = await buildProgram({
    target: 'test/survival/kill-target.ts',
    cli: 'src-main/cli/cli.ts',
    worker: 'src-main/worker.ts',
  });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true, force: true });
  await program.remove();
  saveReport(
    'kills',
    textTable(
      ['killed', 'times'],
      [
        ['engine process', String(counts.main)],
        ['  of these between write and sync', String(counts.unsynced)],
        ['  of these with the unsynced bytes lost', String(counts.powerCuts)],
        ['command line', String(counts.commandLine)],
        ['worker', String(counts.workers)],
        ['runs brought to their end', String(harm.runs)],
        ['run files unreadable', String(harm.unreadable)],
        ['told events lost', String(harm.lost)],
        ['counted twice', String(harm.twice)],
        ['processes left behind', String(harm.orphans)],
      ],
    ),
  );
});

const read = async (path: string): Promise<ReadRun> => {
  const file = await readRunFile(path);
  if (file.ok) return file.value;
  harm.unreadable += 1;
  throw new Error(file.error.message);
};
const check = async (path: string, toldSeq: number): Promise<readonly RunEvent[]> => {
  const { events } = await read(path);
  harm.lost += Math.max(0, toldSeq - (events.at(-1)?.seq ?? -1));
  harm.twice += countDuplicates(events);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at));
  expect(harm).toMatchObject({ unreadable: 0, lost: 0, twice: 0 });
  return events;
};
const fold = (events: readonly RunEvent[]): Run => {
  const run = foldEvents(events);
  if (run === null) throw new Error('no run');
  return run;
};
const onlyRun = (folder: string): string | null => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ndrun'));
  return names[0]?.slice(0, -'.ndrun'.length) ?? null;
};

describe('a killed engine', () => {
  const sizes = 8;
  const samples = 6;

  interface Life {
    readonly told: number;
    readonly synced: number;
    readonly unsynced: boolean;
    readonly finished: boolean;
  }
  /** Runs the target until it ends or, when `killAfter` lines were said, is killed. */
  const live = async (task: KillTask, killAfter: number | null): Promise<Life> => {
    const child = spawn(process.execPath, [program.path('target'), JSON.stringify(task)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const life = { told: -1, synced: 0, unsynced: false, finished: false };
    let lines = 0;
    const ended = once(child, 'close');
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [word, value] = line.split(' ');
      if (word === 'told') life.told = Number(value);
      if (word === 'synced') life.synced = Number(value);
      if (word === 'unsynced') life.unsynced = true;
      if (word === 'finished') life.finished = true;
      lines += 1;
      if (killAfter !== null && lines >= killAfter) child.kill('SIGKILL');
    });
    const [code] = (await ended) as [number | null];
    if (code !== null && code !== 0) throw new Error(`the target ended with ${code}`);
    return life;
  };

  it(
    `loses nothing and counts nothing twice, ${amounts.main} times`,
    async () => {
      let folder = '';
      let run: string | null = null;
      let wasTold = -1;
      const finishRun = async (): Promise<void> => {
        const whole = fold(await check(join(folder, `${run ?? ''}.ndrun`), wasTold));
        expect(whole.phase).toBe('finished');
        for (const { configuration, visits, outcome } of whole.devices[0]?.configurations ?? []) {
          const taken = visits.reduce((sum, visit) => sum + visit.samples.runNs.length, 0);
          expect(outcome?.kind).toBe(['3', '5'].includes(configuration.id) ? 'failed' : 'measured');
          if (configuration.id !== '3') expect(taken).toBe(samples);
        }
        harm.runs += 1;
        run = null;
        wasTold = -1;
        folder = '';
      };
      while (counts.main < amounts.main || run !== null) {
        if (folder === '') folder = mkdtempSync(join(dir, 'main-'));
        const isOver = counts.main >= amounts.main;
        const betweenWriteAndSync = !isOver && counts.main % 5 < 2;
        const task: KillTask = {
          dir: folder,
          run,
          sizes,
          samples,
          dieAtWrite: betweenWriteAndSync ? 1 + below(12) : null,
        };
        // What earlier lives have left is on the disk, whatever happens to this one.
        const before = run === null ? 0 : (await read(join(folder, `${run}.ndrun`))).durableBytes;
        const life = await live(task, isOver || betweenWriteAndSync ? null : 1 + below(40));
        run = onlyRun(folder);
        wasTold = Math.max(wasTold, life.told);
        if (life.finished) {
          await finishRun();
          continue;
        }
        counts.main += 1;
        if (run === null) continue;
        const path = join(folder, `${run}.ndrun`);
        if (life.unsynced) {
          counts.unsynced += 1;
          // What a power cut leaves of bytes that were not known to be on the disk: some of them.
          const { size } = statSync(path);
          const durable = Math.max(life.synced, before);
          const kept = durable + below(size - durable + 1);
          if (kept < size && random() < 0.8) {
            truncateSync(path, kept);
            counts.powerCuts += 1;
          }
        }
        if (!readFileSync(path).includes(0x0a)) {
          // Not even the header: nothing was told, and there is nothing to resume.
          expect(wasTold).toBe(-1);
          rmSync(folder, { recursive: true });
          folder = '';
          run = null;
          continue;
        }
        // Killed between its last line and its farewell.
        if (fold(await check(path, wasTold)).phase === 'finished') await finishRun();
      }
      expect(counts.unsynced / counts.main).toBeGreaterThanOrEqual(0.2);
    },
    isLong ? 1_800_000 : 240_000,
  );
});

/** Processes that have this one as their parent. */
const childrenOf = (pid: number): readonly number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .split(' ')
      .filter((word) => word !== '')
      .map(Number);
  } catch {
    return [];
  }
};
const isRunning = (pid: number): boolean => {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

describe.runIf(process.platform === 'linux')('a killed command line', () => {
  const kernel = `__kernel void good(__global float *y, const uint n) {
    size_t i = get_global_id(0);
    float v = 0.0f;
    for (int k = 0; k < 200; ++k) v = v * 0.5f + (float)i;
    if (i < n) y[i] = v;
  }`;
  const startCli = (args: readonly string[]): ChildProcess =>
    spawn(process.execPath, [program.path('cli'), ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });

  it(
    `leaves no worker, and its run is resumed to the end, ${amounts.commandLine} times`,
    async () => {
      const folder = join(dir, 'cli');
      mkdirSync(folder);
      const file = join(dir, 'good.cl');
      writeFileSync(file, kernel);
      const runs = ['--runs-dir', folder, '--json'];
      let run: string | null = null;
      let told = -1;
      for (;;) {
        const isOver = counts.commandLine >= amounts.commandLine;
        if (isOver && run === null) break;
        const child: ChildProcess = startCli(
          run === null
            ? [
                'sweep',
                file,
                '--global',
                '65536',
                '--device',
                'Portable',
                '--samples',
                '6',
                '--local',
                '16,64,256',
                ...runs,
              ]
            : ['resume', run, ...runs],
        );
        const ended = once(child, 'close');
        const killAfter = isOver ? null : 1 + below(15);
        let lines = 0;
        let workers: readonly number[] = [];
        createInterface({ input: child.stdout as NonNullable<typeof child.stdout> }).on(
          'line',
          (line) => {
            told = Math.max(told, (JSON.parse(line) as RunEvent).seq);
            lines += 1;
            if (lines !== killAfter) return;
            workers = childrenOf(child.pid ?? -1);
            child.kill('SIGKILL');
          },
        );
        const [code] = (await ended) as [number | null];
        run = onlyRun(folder);
        const path = join(folder, `${run ?? ''}.ndrun`);
        const events = await check(path, told);
        if (code === null) {
          counts.commandLine += 1;
          for (let wait = 0; wait < 100 && workers.some(isRunning); wait += 1) await sleep(20);
          harm.orphans += workers.filter(isRunning).length;
        }
        const whole = fold(events);
        if (code === null && whole.phase !== 'finished') continue;
        expect([0, null]).toContain(code);
        expect(whole.phase).toBe('finished');
        for (const { visits, outcome } of whole.devices[0]?.configurations ?? []) {
          expect(outcome?.kind).toBe('measured');
          expect(visits.reduce((sum, { samples }) => sum + samples.runNs.length, 0)).toBe(6);
        }
        harm.runs += 1;
        rmSync(path);
        run = null;
        told = -1;
      }
      expect(harm.orphans).toBe(0);
    },
    isLong ? 1_800_000 : 240_000,
  );
});

describe('a killed worker', () => {
  it(
    `costs one size at most, ${amounts.workers} times`,
    async () => {
      for (; counts.workers < amounts.workers; counts.workers += 1) {
        const moment = random() < 0.5 ? { visit: 1 + below(4) } : { idleAfter: 1 + below(3) };
        const host = killOnce(createForkHost(program.path('worker')), moment);
        const bench = createFaultBench(host);
        const report = await runFault(
          bench,
          {
            source: `__kernel void good(__global float *y, const uint n) { y[get_global_id(0)] = n; }`,
            spec: { kernel: 'good' },
            options: { samples: 6 },
          },
          'Portable',
        );
        await bench.dispose();
        expect(host.killed).toBe(true);
        harm.twice += report.duplicates;
        expect(report.lost + report.duplicates).toBe(0);
        expect(report.outcomes.filter((word) => word.includes('failed')).length).toBeLessThan(2);
        expect(report.sameOnDisk).toBe(true);
        harm.runs += 1;
      }
    },
    isLong ? 900_000 : 120_000,
  );
});
