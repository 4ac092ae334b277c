import { spawn } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import { isOutgrown, watchMemory } from '@main/profiling/memory-watch';

const gib = 1024 ** 3;

describe('a worker has outgrown the machine', () => {
  it.each([
    ['a small one on a machine that is nearly full', 1, 0.1, 24, false],
    ['a large one on a machine with room', 12, 6, 24, false],
    ['a large one when next to nothing is left', 12, 0.2, 24, true],
    ['a quarter of a large machine when 3 % are left', 60, 5, 200, true],
    ['a quarter of a large machine when 5 % are left', 60, 10, 200, false],
    ['nine tenths, whatever is said to be left', 22, 2, 24, true],
  ])('%s', (_, worker, available, total, expected) => {
    const reading = {
      workerBytes: worker * gib,
      availableBytes: available * gib,
      totalBytes: total * gib,
    };
    expect(isOutgrown(reading)).toBe(expected);
  });
});

describe.runIf(process.platform === 'linux')('the watch', () => {
  it('tells once, with the size of the process, and not while it rests', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    // As if the machine had hardly more memory than this process takes.
    const constrained = vi.spyOn(process, 'constrainedMemory').mockReturnValue(1024 * 1024);
    const told: number[] = [];
    try {
      await new Promise<void>((resolve) => {
        const watch = watchMemory(
          () => child.pid,
          (bytes) => {
            told.push(bytes);
            resolve();
          },
        );
        watch.look();
        watch.rest();
        watch.look();
      });
      expect(told).toHaveLength(1);
      expect(told[0]).toBeGreaterThan(1024 * 1024);
    } finally {
      constrained.mockRestore();
      child.kill('SIGKILL');
    }
  });
});
