/** Kernels and accidents, and what each has to come to on the two kinds of driver of the test machine. */
import { propertyValue } from '@shared/domain/device';
import type { Argument } from '@shared/domain/sweep';
import { fixture, outputAndCount, type FaultSweep } from '../support/fault-run';
import type { Moment } from '../support/hostile-hosts';
import { isLong } from './amount';

/** In plan order; `a|b`: either. Undefined: the fault does not exist there. */
export interface Expected {
  readonly pocl?: readonly string[];
  readonly rusticl?: readonly string[];
}

export interface FaultCase extends FaultSweep {
  readonly fault: string;
  readonly expected: Expected;
  /** A worker without our own check of local memory, on devices that hide theirs. */
  readonly unchecked?: true;
  readonly killAt?: Moment;
}

const all = (word: string, sizes: readonly string[] = ['32', '64', '128']): readonly string[] =>
  sizes.map((size) => `${size} ${word}`);

const good = `__kernel void good(__global float *y, const uint n) {
  size_t i = get_global_id(0);
  if (i < n) y[i] = (float)i;
}`;
const measuredBut = (size: string, word: string): readonly string[] =>
  ['32', '64', '128'].map((each) => (each === size ? `${each} ${word}` : `${each} measured`));
const anyOneKilled = all('measured|failed crashed');

/** The parser of a compiler calls itself for each sign. */
const deep = `__kernel void deep(__global float *y, const uint n) { y[0] = ${'- '.repeat(150_000)}1; }`;

/** 100 000 turns; the reference jumps ahead in 17. */
const longLoop = `__kernel void long_loop(__global uint *y, const uint n) {
  size_t i = get_global_id(0);
  if (i >= n) return;
  uint v = (uint)i;
  for (uint k = 0; k < 100000u; ++k) v = v * 1664525u + 1013904223u;
  y[i] = v;
}
__kernel void long_loop_reference(__global uint *y, const uint n) {
  size_t i = get_global_id(0);
  if (i >= n) return;
  uint v = (uint)i, a = 1664525u, c = 1013904223u;
  for (uint k = 100000u; k > 0u; k >>= 1) {
    if (k & 1u) v = v * a + c;
    c = c * a + c;
    a = a * a;
  }
  y[i] = v;
}`;

/** Writes `count` elements, `at` elements away from its buffer, at 64. */
const breaking = (count: number, at: number): FaultSweep => ({
  source: fixture('oob-breaks-others'),
  spec: { kernel: 'oob_breaks_others', buildOptions: `-DCOUNT=${count} -DAT=${at}` },
  options: { verify: false, samples: 6 },
});

const largeBuffers = (bytes: number): readonly Argument[] =>
  ['y', 'p', 'q', 'r', 's'].map((name) => ({
    kind: 'buffer',
    name,
    type: 'float',
    count: String(Math.floor(bytes / 4)),
    init: { constant: 0 },
    write: false,
  }));

/** A kernel that calls the system, at 64 and in one work-item: what compiled code can do to its process. */
const calling = (body: string): FaultSweep => ({
  source: `long call(long number, long a, long b) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(0L) : "rcx", "r11", "memory");
  return result;
}
__kernel void calling(__global float *y, const uint n) {
  size_t i = get_global_id(0);
  if (get_local_size(0) == 64 && i == 0) { ${body} }
  if (i < n) y[i] = (float)i;
}`,
  spec: { kernel: 'calling' },
});
const closesAll = 'for (int file = 0; file < 64; ++file) call(3, file, 0);';
const hasCalls = process.platform === 'linux' && process.arch === 'x64';

const stopsItself: FaultCase = {
  fault: 'stops its own process at 64',
  ...calling('call(62, call(39, 0, 0), 19);'),
  // Nothing is heard of a stopped process, not even that it has begun: that bound is half a minute.
  options: { buildTimeoutSeconds: 3, timeoutSeconds: 3 },
  expected: { pocl: measuredBut('64', 'failed timed-out') },
};

/** Faults that only compiled code on this system can have. */
const systemFaults: readonly FaultCase[] = [
  ...(isLong ? [stopsItself] : []),
  {
    fault: 'ends its own process in good order at 64',
    ...calling('call(231, 0, 0);'),
    expected: { pocl: measuredBut('64', 'failed crashed') },
  },
  {
    fault: 'closes all files of its process at 64',
    ...calling(closesAll),
    expected: { pocl: measuredBut('64', 'failed crashed') },
  },
  {
    fault: 'closes all files of its process at 64 and never ends',
    ...calling(`${closesAll} for (;;) call(24, 0, 0);`),
    expected: { pocl: measuredBut('64', 'failed crashed') },
  },
  {
    fault: 'executes what is no instruction at 64',
    ...calling('__asm__ volatile("ud2");'),
    expected: { pocl: measuredBut('64', 'failed crashed') },
  },
  {
    fault: 'starts a process that stays, at 64',
    ...calling('if (call(57, 0, 0) == 0) for (;;) call(34, 0, 0);'),
    options: { verify: false, samples: 4 },
    expected: { pocl: all('measured') },
  },
];

export const faultCases: readonly FaultCase[] = [
  {
    fault: 'writes out of bounds at every size',
    source: fixture('oob-write-crash'),
    spec: { kernel: 'oob_write_crash', local: [[16], [32], [64], [128], [256]] },
    expected: {
      pocl: all('failed crashed|skipped lane-stopped', ['16', '32', '64', '128', '256']),
      rusticl: all('failed crashed|skipped lane-stopped', ['16', '32', '64', '128', '256']),
    },
  },
  {
    fault: 'writes out of bounds at 128',
    source: fixture('oob-at-size-128'),
    spec: { kernel: 'oob_at_size_128' },
    expected: {
      pocl: measuredBut('128', 'failed crashed'),
      rusticl: measuredBut('128', 'failed crashed'),
    },
  },
  {
    fault: 'breaks the memory that others need, at 64',
    ...breaking(64, 1100),
    // Whether it shows at all is chance; that no other size is blamed is not.
    expected: {
      pocl: measuredBut('64', 'measured|failed crashed|failed launch-failed'),
      rusticl: measuredBut('64', 'measured|failed crashed|failed launch-failed'),
    },
  },
  {
    fault: 'writes just behind its buffer at 64, unverified',
    ...breaking(1, 0),
    expected: {
      pocl: measuredBut('64', 'failed wrong-result'),
      rusticl: measuredBut('64', 'failed wrong-result'),
    },
  },
  {
    fault: 'writes just before its buffer at 64, unverified',
    ...breaking(1, -1),
    // What lies there is watched in trials only: it has to break something first.
    expected: {
      pocl: measuredBut('64', 'measured|failed crashed|failed wrong-result'),
      rusticl: measuredBut('64', 'measured|failed crashed|failed wrong-result'),
    },
  },
  {
    fault: 'never ends',
    source: fixture('endless'),
    spec: { kernel: 'endless', args: outputAndCount('uint'), local: [[64]], global: [512] },
    options: { verify: false },
    // rusticl stops every loop after 65 535 turns: all sizes agree, and only a reference could tell.
    expected: { pocl: ['64 failed timed-out'], rusticl: ['64 measured'] },
  },
  {
    fault: 'never ends at 512',
    source: fixture('endless-at-size-512'),
    spec: {
      kernel: 'endless_at_size_512',
      args: outputAndCount('uint'),
      local: [[64], [128], [512]],
      global: [1024],
    },
    expected: {
      pocl: ['64 measured', '128 measured', '512 failed timed-out'],
      rusticl: ['64 measured', '128 measured', '512 failed wrong-result|failed timed-out'],
    },
  },
  {
    fault: 'loops 100 000 turns, with a reference kernel',
    source: longLoop,
    spec: {
      kernel: 'long_loop',
      args: outputAndCount('uint'),
      local: [[32], [64]],
      global: [256],
      reference: { kernel: 'long_loop_reference' },
    },
    expected: {
      pocl: ['32 measured', '64 measured'],
      rusticl: ['32 failed wrong-result', '64 failed wrong-result'],
    },
  },
  {
    fault: 'too much local memory',
    source: fixture('too-much-local'),
    spec: { kernel: 'too_much_local', local: [[64]] },
    expected: {
      pocl: ['64 skipped exceeds-local-memory'],
      rusticl: ['64 skipped exceeds-local-memory'],
    },
  },
  {
    fault: 'too much local memory, unchecked',
    source: fixture('too-much-local'),
    spec: { kernel: 'too_much_local', local: [[64]] },
    unchecked: true,
    expected: { pocl: ['64 failed crashed'], rusticl: ['64 measured|failed crashed'] },
  },
  {
    fault: 'crashes the compiler',
    source: deep,
    spec: { kernel: 'deep' },
    expected: { pocl: all('failed crashed'), rusticl: all('failed crashed') },
  },
  {
    fault: 'builds for ever',
    source: fixture('endless-build'),
    spec: { kernel: 'endless_build' },
    options: { buildTimeoutSeconds: 2 },
    expected: { pocl: all('failed timed-out'), rusticl: all('failed timed-out') },
  },
  {
    fault: 'takes long to create',
    source: fixture('slow-compile'),
    spec: { kernel: 'slow_compile', local: [[64]] },
    options: { buildTimeoutSeconds: 2 },
    expected: { rusticl: ['64 failed timed-out'] },
  },
  {
    fault: 'compiles long in the first launch',
    source: fixture('slow-compile').replace('S64 S64', 'S64'),
    spec: { kernel: 'slow_compile', local: [[64]] },
    options: { timeoutSeconds: 1, verify: false },
    expected: { pocl: ['64 measured'] },
  },
  {
    fault: 'does not compile',
    source: fixture('build-error'),
    spec: { kernel: 'build_error' },
    expected: { pocl: all('failed build-failed'), rusticl: all('failed build-failed') },
  },
  {
    fault: 'has a build option that nobody knows',
    source: good,
    spec: { kernel: 'good', buildOptions: '-no-such-option=(%s)' },
    expected: { pocl: all('failed build-failed'), rusticl: all('failed build-failed') },
  },
  {
    fault: 'more buffers than memory',
    source: `__kernel void large(__global float *y, __global float *p, __global float *q, __global float *r, __global float *s) {}`,
    spec: ({ limits }) => ({
      kernel: 'large',
      args: largeBuffers((propertyValue(limits.globalMemory) ?? 0) * 0.24),
      local: [[32], [64]],
    }),
    expected: {
      pocl: ['32 failed out-of-memory', '64 failed out-of-memory'],
      rusticl: ['32 failed out-of-memory', '64 failed out-of-memory'],
    },
  },
  {
    fault: 'requires another size',
    source: fixture('reqd-mismatch'),
    spec: { kernel: 'reqd_mismatch', local: [[16], [32], null] },
    expected: {
      pocl: [
        '16 skipped required-size-mismatch',
        '32 measured',
        'auto skipped required-size-mismatch',
      ],
      rusticl: [
        '16 skipped required-size-mismatch',
        '32 measured',
        'auto skipped required-size-mismatch',
      ],
    },
  },
  {
    fault: 'lies at 64',
    source: fixture('wrong-at-size-64'),
    spec: {
      kernel: 'wrong_at_size_64',
      args: [
        {
          kind: 'buffer',
          name: 'x',
          type: 'float',
          count: 'gx',
          init: { random: [-1, 1], seed: 1 },
          write: false,
        },
        ...outputAndCount(),
      ],
    },
    expected: {
      pocl: measuredBut('64', 'failed wrong-result'),
      rusticl: measuredBut('64', 'failed wrong-result'),
    },
  },
  {
    fault: 'floods its output',
    source: fixture('printf-flood'),
    spec: { kernel: 'printf_flood', local: [[32], [64]], global: [1024] },
    // A thousand lines through the driver are slow on a busy machine: it is not the bound that is tried here.
    options: { verify: false, timeoutSeconds: 60 },
    expected: { pocl: all('measured', ['32', '64']), rusticl: all('measured', ['32', '64']) },
  },
  {
    fault: 'diverges at a barrier',
    source: fixture('divergent-barrier'),
    spec: { kernel: 'divergent_barrier', local: [[64]] },
    options: { verify: false },
    expected: { pocl: ['64 failed crashed|measured'], rusticl: ['64 measured|failed crashed'] },
  },
  {
    fault: 'never ends in the last group at 64',
    source: `__kernel void last(__global float *y, const uint n) {
  size_t i = get_global_id(0);
  if (get_local_size(0) == 64 && get_group_id(0) == get_num_groups(0) - 1) {
    volatile __global float *v = y;
    while (v[0] < 1e30f) v[0] = v[0] * 0.5f;
  }
  if (i < n) y[i] = (float)i;
}`,
    spec: { kernel: 'last' },
    options: { verify: false, timeoutSeconds: 3 },
    expected: {
      pocl: measuredBut('64', 'failed timed-out'),
      rusticl: measuredBut('64', 'measured|failed timed-out'),
    },
  },
  {
    fault: 'constants that double 26 times',
    source: `#define A0 n\n${Array.from({ length: 26 }, (_, at) => `#define A${at + 1} A${at} + A${at}\n`).join('')}
__kernel void doubling(__global float *y, const uint n) { y[get_global_id(0)] = A26; }`,
    spec: { kernel: 'doubling' },
    options: { buildTimeoutSeconds: 2 },
    expected: {
      pocl: all('failed timed-out|failed crashed'),
      rusticl: all('failed timed-out|failed crashed'),
    },
  },
  {
    fault: 'private arrays larger than a stack',
    source: `__kernel void large(__global float *y, const uint n) {
  float a[4000000];
  size_t i = get_global_id(0);
  for (uint j = 0; j < 4000000; j += 4096) a[(j + i) % 4000000] = j;
  if (i < n) y[i] = a[i % 4000000];
}`,
    spec: { kernel: 'large', local: [[32], [64]], global: [256] },
    options: { verify: false },
    expected: { pocl: all('failed crashed', ['32', '64']) },
  },
  {
    fault: 'prints what workers say',
    source: `__kernel void liar(__global float *y, const uint n) {
  size_t i = get_global_id(0);
  if (i == 0) printf("{\\"type\\":\\"reply\\",\\"id\\":1}\\n{\\"type\\":\\"ready\\"}\\n%s", "\\033[2J\\001");
  if (i < n) y[i] = (float)i;
}`,
    spec: { kernel: 'liar' },
    expected: { pocl: all('measured'), rusticl: all('measured') },
  },
  ...(hasCalls ? systemFaults : []),
  ...(
    [
      ['opening', { stage: 'open' }, all('measured')],
      ['building', { stage: 'build' }, all('measured')],
      ['preparing', { stage: 'prepare' }, anyOneKilled],
      ['its first launch', { stage: 'first-launch' }, anyOneKilled],
      ['a launch', { visit: 4 }, anyOneKilled],
      ['idle', { idleAfter: 3 }, anyOneKilled],
    ] as const
  ).map(([when, killAt, outcomes]): FaultCase => ({
    fault: `SIGKILL from outside while ${when}`,
    source: good,
    spec: { kernel: 'good' },
    options: { samples: 6 },
    killAt,
    expected: { pocl: outcomes },
  })),
];
