/**
 * The types of a sweep spec (`*.sweep.json`, contract in docs/file-formats.md). Reading and checking an
 * unknown value into a SweepSpec is in sweep-schema.ts.
 */
import type { SearchOptions } from './search/search-types';
import type { GlobalSize, LocalSize } from './sizes';

/** An integer expression over gx gy gz, lx ly lz, groups and the spec's scalars: `"gx*gy"`, `"n + 1"`. */
export type Expression = string;

export interface LocalizedText {
  readonly en: string;
  readonly 'zh-CN'?: string | undefined;
}

export type BufferInit =
  | { readonly random: readonly [low: number, high: number]; readonly seed: number }
  | { readonly constant: number }
  /** Element i gets the value i. */
  | { readonly index: true };

export type CompareMode = 'elementwise' | 'sum' | 'none';

export interface BufferArgument {
  readonly kind: 'buffer';
  readonly name: string;
  /** OpenCL C element type: `float`, `uint`, `float4`, `half` … */
  readonly type: string;
  /** Elements. */
  readonly count: Expression;
  readonly init: BufferInit;
  /** The kernel writes it: it is restored before launches and compared afterwards. */
  readonly write: boolean;
  /** Absent: elementwise, or "not comparable" when the output follows the number of groups. */
  readonly compare?: CompareMode | undefined;
  /** Relative L2 error that still counts as right; default 1e-5. */
  readonly tolerance?: number | undefined;
  /** false: never restored, whatever the run says. */
  readonly restore?: boolean | undefined;
}

export interface ScalarArgument {
  readonly kind: 'scalar';
  readonly name: string;
  readonly type: string;
  /** A number, or for integer types an expression; vector types: numbers parted by commas. */
  readonly value: string;
}

export interface LocalArgument {
  readonly kind: 'local';
  readonly name: string;
  readonly type: string;
  /** Elements of local memory per work-group. */
  readonly count: Expression;
}

export type Argument = BufferArgument | ScalarArgument | LocalArgument;

export type IndivisiblePolicy = 'pad' | 'skip';
export type KernelLimitPolicy = 'try' | 'skip';

/**
 * What results are compared with beside the reference configuration: another kernel of the same source with
 * the same parameters, launched once, or a file beside the spec with the argument's raw little-endian bytes.
 */
export type SpecReference =
  { readonly kernel: string } | { readonly file: string; readonly argument: string };

export interface SweepSpec {
  readonly format: 'ndrange-sweep';
  readonly version: 1;
  readonly title: LocalizedText;
  readonly teaches?: LocalizedText | undefined;
  /** File name of the kernel source, relative to the spec; for display only once the source is loaded. */
  readonly source: string;
  readonly kernel: string;
  /** `{expression}` inside it is evaluated per size (`-DTILE={lx}`), and then each size has its own build. */
  readonly buildOptions: string;
  readonly global: GlobalSize;
  readonly local: readonly LocalSize[];
  /** In the order of the kernel's parameters. */
  readonly args: readonly Argument[];
  /** Floating-point operations, and bytes of global memory moved, per asked work-item; null: not stated. */
  readonly flopsPerItem: Expression | null;
  readonly bytesPerItem: Expression | null;
  readonly indivisible: IndivisiblePolicy;
  readonly kernelLimit: KernelLimitPolicy;
  /** Fixed number of samples per configuration; null: adaptive. */
  readonly samples: number | null;
  readonly reference?: SpecReference | undefined;
}

/** How a run measures; the spec says what. Every default is in `defaultMeasureOptions`. */
export interface MeasureOptions {
  /** Fixed-count mode when not null. Overrides the spec's. */
  readonly samples: number | null;
  readonly minSamples: number;
  readonly maxSamples: number;
  /** Time bound per configuration, seconds. */
  readonly maxSeconds: number;
  /** Half-width of the 95 % interval of the median at which a configuration is settled (0.01 = 1 %). */
  readonly target: number;
  /** Half of the plateau: sizes within this share of the best are equally good for practice (0.05 = 5 %). */
  readonly plateau: number;
  /** Bound of a launch in seconds (`--timeout`); null: max(5 s, 50 × the first). */
  readonly timeoutSeconds: number | null;
  /** Bound of the build, of making the kernel and of a first launch while the driver compiles (`--build-timeout`), seconds. */
  readonly buildTimeoutSeconds?: number | null | undefined;
  /** Restore written buffers before each launch. */
  readonly restore: boolean;
  /** Names of arguments that are not restored although `restore` is on. */
  readonly noRestore: readonly string[];
  readonly verify: boolean;
  /** Write a buffer larger than the last-level cache between launches. */
  readonly cold: boolean;
  /** Seeds the order of the rounds. */
  readonly seed: number;
  /** Let devices that share hardware run at the same time; every row then says so. */
  readonly shareLanes: boolean;
  /** Find the best size: candidates of our own instead of the spec's sizes, taken up step by step. Absent: all sizes of the spec. */
  readonly search?: SearchOptions | null | undefined;
}

export const defaultMeasureOptions: MeasureOptions = {
  samples: null,
  minSamples: 10,
  maxSamples: 200,
  maxSeconds: 10,
  target: 0.01,
  plateau: 0.05,
  timeoutSeconds: null,
  restore: true,
  noRestore: [],
  verify: true,
  cold: false,
  seed: 1,
  shareLanes: false,
};

/** All that a sweep needs: what to measure, the text of the kernel, where, and how. */
export interface SweepRequest {
  readonly spec: SweepSpec;
  readonly sourceText: string;
  readonly deviceKeys: readonly string[];
  readonly options: MeasureOptions;
  /** Where the file of `spec.reference` lies on this machine; never part of a run log. */
  readonly referencePath?: string | undefined;
}
