/**
 * Which bytes the lanes of a wavefront touch together, for one shape: how long the pieces are that lie
 * together, how far apart they are, and how many sectors of memory carry them. Decides by working out the
 * address of every lane; says "not analysed" where an address could not be followed, or where it has another
 * pattern from one iteration of a loop to the next.
 */
import type { Iteration, Surroundings } from './evaluate';
import { Evaluation } from './evaluate';
import type { LoweredAccess, LoweredKernel } from './lowered';
import { innerWavefronts } from './wavefronts';

/**
 * `uniform`: all lanes one element. `contiguous`: one piece. `strided`: single elements at a constant
 * distance; `runs`: pieces of several. `scattered`: distances differ. `data`: follows values in memory.
 */
export type AccessKind =
  'uniform' | 'contiguous' | 'strided' | 'runs' | 'scattered' | 'data' | 'not-analysed';

export interface AccessPattern {
  readonly argument: string;
  readonly space: LoweredAccess['space'];
  readonly isWrite: boolean;
  readonly kind: AccessKind;
  /** Contiguous bytes of a piece, the mean over the pieces of a wavefront; null where not analysed. */
  readonly runBytes: number | null;
  /** From the start of a piece to the start of the next, where constant. */
  readonly gapBytes: number | null;
  /** Distinct bytes that a wavefront touches. */
  readonly usedBytes: number | null;
  /** Sectors of 32 bytes that carry them. */
  readonly sectors: number | null;
  /** Lanes that take part, the mean over the wavefronts in which any does. */
  readonly lanes: number | null;
  /** Share of the wavefronts in which any lane does. */
  readonly wavefronts: number | null;
}

export interface Launch {
  readonly launched: readonly number[];
  readonly local: readonly number[];
  /** Lanes of a wavefront. */
  readonly width: number;
  readonly scalars: ReadonlyMap<string, number>;
}

/** The unit in which GPUs fetch from memory (NVIDIA since Maxwell; AMD's and Intel's are 64). */
export const sectorBytes = 32;

interface Picture {
  readonly kind: AccessKind;
  readonly runBytes: number;
  readonly gapBytes: number | null;
  readonly usedBytes: number;
  readonly sectors: number;
  readonly lanes: number;
}

const pictureOf = (starts: readonly number[], width: number): Picture | null => {
  if (starts.some((start) => !Number.isFinite(start))) return null;
  const sorted = [...starts].sort((a, b) => a - b);
  const pieces: { start: number; end: number }[] = [];
  for (const start of sorted) {
    const last = pieces.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, start + width);
    else pieces.push({ start, end: start + width });
  }
  const gaps = new Set(pieces.slice(1).map((piece, at) => piece.start - (pieces[at]?.start ?? 0)));
  const lengths = new Set(pieces.map((piece) => piece.end - piece.start));
  const usedBytes = pieces.reduce((sum, piece) => sum + piece.end - piece.start, 0);
  const runBytes = usedBytes / pieces.length;
  const sectors = new Set<number>();
  for (const { start, end } of pieces) {
    for (let at = Math.floor(start / sectorBytes); at * sectorBytes < end; at += 1) sectors.add(at);
  }
  const [gap] = gaps;
  const isEven = gaps.size === 1 && lengths.size === 1;
  const kind =
    usedBytes === width
      ? 'uniform'
      : pieces.length === 1
        ? 'contiguous'
        : !isEven
          ? 'scattered'
          : runBytes === width
            ? 'strided'
            : 'runs';
  return {
    kind,
    runBytes,
    gapBytes: isEven ? (gap ?? null) : null,
    usedBytes,
    sectors: sectors.size,
    lanes: starts.length,
  };
};

const trials = [0, 1, 2] as const;
const iterations = 3;

/** Runs `visit` at the first iterations of the loops around a place, all counted alike. */
export const atIterations = (
  kernel: LoweredKernel,
  evaluation: Evaluation,
  loops: readonly number[],
  visit: (iteration: number) => void,
): void => {
  for (let count = 0; count < (loops.length === 0 ? 1 : iterations); count += 1) {
    let at: Iteration = new Map();
    evaluation.enter(at);
    for (const id of loops) {
      const loop = kernel.loops[id];
      if (loop === undefined) continue;
      at = evaluation.first(loop);
      evaluation.enter(at);
      for (let step = 0; step < count; step += 1) {
        at = evaluation.next(loop);
        evaluation.enter(at);
      }
    }
    visit(count);
  }
};

/** Lanes that reach a place; conditions that hang on unknown values are taken to hold. */
export const activeLanes = (
  kernel: LoweredKernel,
  evaluation: Evaluation,
  place: Pick<LoweredAccess, 'guards' | 'loops'>,
  count: number,
  iteration: number,
): readonly number[] => {
  const conditions = [
    ...place.guards,
    ...place.loops.flatMap((id) => {
      const loop = kernel.loops[id];
      const isTested = loop?.condition != null && (loop.testFirst || iteration === 0);
      return isTested && loop.testFirst && loop.condition !== null
        ? [{ condition: loop.condition, holds: true }]
        : [];
    }),
  ];
  const known = conditions.flatMap(({ condition, holds }) => {
    const { unknown, data, opaque } = kernel.graph.dependence(condition);
    return unknown || data || opaque ? [] : [{ values: evaluation.value(condition), holds }];
  });
  return Array.from({ length: count }, (_, lane) => lane).filter((lane) =>
    known.every(({ values, holds }) => {
      const value = values[lane] ?? NaN;
      return Number.isNaN(value) || (value !== 0) === holds;
    }),
  );
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** One view per wavefront of the launch's inner groups and made-up value. */
export const evaluationsOf = (
  kernel: LoweredKernel,
  launch: Launch,
  isOpaque: boolean,
  groups = 2,
): readonly { readonly evaluation: Evaluation; readonly count: number }[] =>
  innerWavefronts(launch.launched, launch.local, launch.width, groups).flatMap((lanes) =>
    (isOpaque ? trials : trials.slice(0, 1)).map((trial) => {
      const around: Surroundings = { lanes, scalars: launch.scalars, trial };
      return { evaluation: new Evaluation(kernel.graph, around), count: lanes.count };
    }),
  );

type Views = ReturnType<typeof evaluationsOf>;

const patternOf = (kernel: LoweredKernel, access: LoweredAccess, views: Views): AccessPattern => {
  const { argument, space, isWrite, offset, width } = access;
  const head = { argument, space, isWrite };
  const without = (kind: 'data' | 'not-analysed'): AccessPattern => ({
    ...head,
    kind,
    runBytes: null,
    gapBytes: null,
    usedBytes: null,
    sectors: null,
    lanes: null,
    wavefronts: null,
  });
  const { unknown, data } = kernel.graph.dependence(offset);
  if (unknown || width === null) return without('not-analysed');
  if (data) return without('data');
  const pictures: Picture[] = [];
  let [seen, idle] = [0, 0];
  for (const { evaluation, count } of views) {
    let unreadable = false;
    atIterations(kernel, evaluation, access.loops, (iteration) => {
      const lanes = activeLanes(kernel, evaluation, access, count, iteration);
      if (iteration === 0) {
        seen += 1;
        if (lanes.length === 0) idle += 1;
      }
      if (lanes.length === 0 || unreadable) return;
      const values = evaluation.value(offset);
      const picture = pictureOf(
        lanes.map((lane) => values[lane] ?? NaN),
        width,
      );
      if (picture === null) unreadable = true;
      else pictures.push(picture);
    });
    if (unreadable) return without('not-analysed');
  }
  const [first] = pictures;
  if (first === undefined) return without('not-analysed');
  // Wavefronts that are not full have shorter pieces; what counts is that they are of one kind.
  const full = pictures.filter((picture) => picture.lanes === first.lanes);
  const isOne = full.every(
    (picture) => picture.kind === first.kind && picture.gapBytes === first.gapBytes,
  );
  if (!isOne) return without('not-analysed');
  return {
    ...head,
    kind: first.kind,
    runBytes: mean(full.map((picture) => picture.runBytes)),
    gapBytes: first.gapBytes,
    usedBytes: mean(pictures.map((picture) => picture.usedBytes)),
    sectors: mean(pictures.map((picture) => picture.sectors)),
    lanes: mean(pictures.map((picture) => picture.lanes)),
    wavefronts: seen === 0 ? null : (seen - idle) / seen,
  };
};

/** Every access of the kernel, in the order of the source, for one shape. */
export const analyseAccesses = (
  kernel: LoweredKernel,
  launch: Launch,
): readonly AccessPattern[] => {
  const views = evaluationsOf(kernel, launch, true);
  return kernel.accesses.map((access) => patternOf(kernel, access, views));
};
