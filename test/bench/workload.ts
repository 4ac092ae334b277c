/**
 * A kernel with its arguments, told once for all who run it: the engine (as a sweep spec), the C++ host and the
 * koffi loop (as their arguments). Decides nothing; buffers hold floats, which is all that the figures need.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localKey, type LocalSize } from '@shared/domain/sizes';
import type { Argument, SweepSpec } from '@shared/domain/sweep';

export type WorkArgument =
  | {
      readonly buffer: string;
      readonly count: number;
      readonly range: readonly [number, number];
      readonly write: boolean;
    }
  | { readonly scalar: string; readonly type: 'float' | 'int' | 'uint'; readonly value: number };

export interface Workload {
  /** Path of the kernel's source below the project's root. */
  readonly file: string;
  readonly kernel: string;
  readonly global: readonly number[];
  readonly args: readonly WorkArgument[];
}

/** The project's root: two folders above out/bench/bench.js. */
export const root = join(import.meta.dirname, '..', '..');

export const sourceOf = (work: Workload): string => readFileSync(join(root, work.file), 'utf8');

export const parseSizes = (sizes: readonly string[]): readonly LocalSize[] =>
  sizes.map((size) => (size === 'auto' ? null : size.split('x').map(Number)));

const specArgument = (argument: WorkArgument): Argument =>
  'buffer' in argument
    ? {
        kind: 'buffer',
        name: argument.buffer,
        type: 'float',
        count: String(argument.count),
        init: { random: argument.range, seed: 1 },
        write: argument.write,
        ...(argument.write ? { compare: 'elementwise' as const } : {}),
      }
    : {
        kind: 'scalar',
        name: argument.scalar,
        type: argument.type,
        value: String(argument.value),
      };

export const specOf = (work: Workload, local: readonly LocalSize[]): SweepSpec => ({
  format: 'ndrange-sweep',
  version: 1,
  title: { en: work.kernel },
  source: work.file,
  kernel: work.kernel,
  buildOptions: '',
  global: work.global,
  local,
  args: work.args.map(specArgument),
  flopsPerItem: null,
  bytesPerItem: null,
  indivisible: 'pad',
  kernelLimit: 'try',
  samples: null,
});

/** Arguments of bench_host and koffi-loop.mjs, without the device. */
export const yardstickArguments = (work: Workload): readonly string[] => [
  join(root, work.file),
  work.kernel,
  '--global',
  work.global.join('x'),
  ...work.args.flatMap((argument) =>
    'buffer' in argument
      ? ['--buffer', `${argument.count}:${argument.range.join(':')}:${argument.write ? 'w' : 'r'}`]
      : [`--${argument.type}`, String(argument.value)],
  ),
];

export const sizesText = (local: readonly LocalSize[]): string => local.map(localKey).join(',');

const million = 1048576;
/** Room for the range rounded up to a multiple of any size. */
const padded = million + 4096;

export const saxpy = (iterations: number): Workload => ({
  file: 'kernels/saxpy.cl',
  kernel: 'saxpy',
  global: [million],
  args: [
    { buffer: 'x', count: padded, range: [-1, 1], write: false },
    { buffer: 'y', count: padded, range: [-1, 1], write: true },
    { scalar: 'a', type: 'float', value: 2 },
    { scalar: 'iter_count', type: 'int', value: iterations },
    { scalar: 'n', type: 'uint', value: million },
  ],
});

export const vectorAdd = (items = million): Workload => ({
  file: 'kernels/vector-add.cl',
  kernel: 'vector_add',
  global: [items],
  args: [
    { buffer: 'a', count: items + 4096, range: [-1, 1], write: false },
    { buffer: 'b', count: items + 4096, range: [-1, 1], write: false },
    { buffer: 'c', count: items + 4096, range: [-1, 1], write: true },
    { scalar: 'n', type: 'uint', value: items },
  ],
});

/** `side` × `side` floats. */
export const transpose = (side: number): Workload => ({
  file: 'kernels/transpose-naive.cl',
  kernel: 'transpose_naive',
  global: [side, side],
  args: [
    { buffer: 'in', count: side * side, range: [-1, 1], write: false },
    { buffer: 'out', count: side * side, range: [-1, 1], write: true },
    { scalar: 'width', type: 'uint', value: side },
    { scalar: 'height', type: 'uint', value: side },
  ],
});

/** A launch leaves less to do for the next one unless its buffer is restored. */
export const decay = (items: number): Workload => ({
  file: 'test/fixtures/kernels/in-place-decay.cl',
  kernel: 'in_place_decay',
  global: [items],
  args: [
    { buffer: 'y', count: items + 4096, range: [1, 1000], write: true },
    { scalar: 'n', type: 'uint', value: items },
  ],
});
