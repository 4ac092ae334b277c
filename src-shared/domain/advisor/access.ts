/**
 * Which bytes the lanes of a wavefront touch together, for one shape: how long the pieces are that lie
 * together, how far apart they are, and how many sectors of memory carry them. Decides by working out the
 * address of every lane; says "not analysed" where an address could not be followed, or where it has another
 * pattern from one iteration of a loop to the next.
 */
import { Evaluation, outside } from './evaluate';
import type { LoweredAccess, LoweredKernel, Place } from './lowered';
import { innerGroups } from './wavefronts';

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

/** `starts`: of the lanes that take part; it may be sorted in place. */
const pictureOf = (starts: Float64Array, width: number): Picture | null => {
  let isSorted = true;
  let before = -Infinity;
  for (let lane = 0; lane < starts.length; lane += 1) {
    const start = starts[lane] ?? NaN;
    if (!Number.isFinite(start)) return null;
    if (start < before) isSorted = false;
    before = start;
  }
  const sorted = isSorted ? starts : starts.sort();
  let pieceStart = sorted[0] ?? 0;
  let pieceEnd = pieceStart;
  const found = { pieces: 0, used: 0, sectors: 0, lastSector: -Infinity };
  // null: differs from piece to piece.
  const even: { gap?: number | null; length?: number | null } = {};
  const close = (next: number | null): void => {
    const size = pieceEnd - pieceStart;
    found.pieces += 1;
    found.used += size;
    const firstSector = Math.max(Math.floor(pieceStart / sectorBytes), found.lastSector + 1);
    const lastSector = Math.ceil(pieceEnd / sectorBytes) - 1;
    found.sectors += Math.max(0, lastSector - firstSector + 1);
    found.lastSector = Math.max(found.lastSector, lastSector);
    even.length = even.length === undefined || even.length === size ? size : null;
    if (next === null) return;
    const step = next - pieceStart;
    even.gap = even.gap === undefined || even.gap === step ? step : null;
    pieceStart = next;
  };
  for (let lane = 0; lane < sorted.length; lane += 1) {
    const start = sorted[lane] ?? NaN;
    if (start > pieceEnd) close(start);
    if (start + width > pieceEnd) pieceEnd = start + width;
  }
  close(null);
  const runBytes = found.used / found.pieces;
  const gap = even.length === null ? null : (even.gap ?? null);
  const isEven = gap !== null;
  return {
    kind: kindOf(found.used === width, found.pieces === 1, isEven, runBytes === width),
    runBytes,
    gapBytes: gap,
    usedBytes: found.used,
    sectors: found.sectors,
    lanes: starts.length,
  };
};

const kindOf = (
  isOne: boolean,
  isWhole: boolean,
  isEven: boolean,
  isSingle: boolean,
): AccessKind => {
  if (isOne) return 'uniform';
  if (isWhole) return 'contiguous';
  if (!isEven) return 'scattered';
  return isSingle ? 'strided' : 'runs';
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
    let iteration = outside;
    evaluation.enter(iteration);
    for (const id of loops) {
      const loop = kernel.loops[id];
      if (loop === undefined) continue;
      iteration = evaluation.first(loop);
      evaluation.enter(iteration);
      for (let step = 0; step < count; step += 1) {
        iteration = evaluation.next(loop);
        evaluation.enter(iteration);
      }
    }
    visit(count);
  }
};

/**
 * Which lanes reach a place, as 0 and 1; null: all. Conditions that hang on values that are not known are
 * taken to hold.
 */
export const activeLanes = (
  kernel: LoweredKernel,
  evaluation: Evaluation,
  place: Place,
): Uint8Array | null => {
  let active: Uint8Array | null = null;
  const { count } = evaluation.around.lanes;
  const restrict = (condition: number, holds: boolean): void => {
    const { unknown, data, opaque } = kernel.graph.dependence(condition);
    if (unknown || data || opaque) return;
    const values = evaluation.value(condition);
    const step = values.length === 1 ? 0 : 1;
    for (let lane = 0, from = 0; lane < count; lane += 1, from += step) {
      const value = values[from] ?? NaN;
      if ((value !== 0) === holds || Number.isNaN(value)) continue;
      active ??= new Uint8Array(count).fill(1);
      active[lane] = 0;
    }
  };
  for (const { condition, holds } of place.guards) restrict(condition, holds);
  for (const id of place.loops) {
    const loop = kernel.loops[id];
    // A loop that tests last is gone through once whatever its condition says.
    if (loop?.testFirst === true && loop.condition !== null) restrict(loop.condition, true);
  }
  return active;
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The launch as seen by inner groups; several times, with other made-up values, where `isOpaque`. */
export const evaluationsOf = (
  kernel: LoweredKernel,
  launch: Launch,
  isOpaque: boolean,
): readonly Evaluation[] =>
  innerGroups(launch.launched, launch.local, launch.width).flatMap((lanes) =>
    (isOpaque ? trials : trials.slice(0, 1)).map(
      (trial) => new Evaluation(kernel.graph, { lanes, scalars: launch.scalars, trial }),
    ),
  );

/** A few wavefronts that stand for the group: the first, the middle and the last, by their first lanes. */
const sampledStarts = ({ count, width }: Evaluation['around']['lanes']): readonly number[] => {
  const last = Math.ceil(count / width) - 1;
  return [...new Set([0, last >> 1, last])].map((wavefront) => wavefront * width);
};

// Six thousand wavefronts are looked at for five hundred shapes: their starts take one piece of memory in turn.
let room = new Float64Array(64);

/** The values of the active lanes of [start, end); valid until the next call. */
const startsOf = (
  values: Float64Array,
  active: Uint8Array | null,
  start: number,
  end: number,
): Float64Array => {
  if (room.length < end - start) room = new Float64Array(end - start);
  const step = values.length === 1 ? 0 : 1;
  let count = 0;
  for (let lane = start; lane < end; lane += 1) {
    if (active !== null && active[lane] !== 1) continue;
    room[count] = values[lane * step] ?? NaN;
    count += 1;
  }
  return room.subarray(0, count);
};

const patternOf = (
  kernel: LoweredKernel,
  access: LoweredAccess,
  evaluations: readonly Evaluation[],
): AccessPattern => {
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
  const shares: number[] = [];
  for (const evaluation of evaluations) {
    const { lanes } = evaluation.around;
    const found: (Picture | null)[] = [];
    atIterations(kernel, evaluation, access.loops, (iteration) => {
      const active = activeLanes(kernel, evaluation, access);
      if (iteration === 0) shares.push(shareOfWavefronts(active, lanes));
      const values = evaluation.value(offset);
      for (const start of startsWithWork(active, lanes, sampledStarts(lanes))) {
        const end = Math.min(start + lanes.width, lanes.count);
        const starts = startsOf(values, active, start, end);
        if (starts.length > 0) found.push(pictureOf(starts, width));
      }
    });
    for (const picture of found) {
      if (picture === null) return without('not-analysed');
      pictures.push(picture);
    }
  }
  const [first] = pictures;
  if (first === undefined) return without('not-analysed');
  // Wavefronts that are not full have shorter pieces; what counts is that they are of one kind.
  const full = pictures.filter((picture) => picture.lanes === first.lanes);
  const isOne = full.every(
    (picture) =>
      picture.kind === first.kind &&
      picture.gapBytes === first.gapBytes &&
      // Made-up values must not show in the length either.
      (evaluations.length <= 2 || picture.runBytes === first.runBytes),
  );
  // Fewer lanes at another distance: a pattern that moves from one iteration to the next.
  const gaps = new Set(pictures.flatMap((picture) => picture.gapBytes ?? []));
  if (!isOne || gaps.size > 1) return without('not-analysed');
  return {
    ...head,
    kind: first.kind,
    runBytes: mean(full.map((picture) => picture.runBytes)),
    gapBytes: first.gapBytes,
    usedBytes: mean(pictures.map((picture) => picture.usedBytes)),
    sectors: mean(pictures.map((picture) => picture.sectors)),
    lanes: mean(pictures.map((picture) => picture.lanes)),
    // The second group shows only its first wavefront.
    wavefronts: shares[0] ?? null,
  };
};

const hasWork = (active: Uint8Array | null, start: number, end: number): boolean => {
  if (active === null) return true;
  for (let lane = start; lane < end; lane += 1) if (active[lane] === 1) return true;
  return false;
};

/** Of the sampled wavefronts those with work; where none has, the first of all that has. */
const startsWithWork = (
  active: Uint8Array | null,
  { count, width }: Evaluation['around']['lanes'],
  sampled: readonly number[],
): readonly number[] => {
  const busy = sampled.filter((start) => hasWork(active, start, Math.min(start + width, count)));
  if (busy.length > 0 || active === null) return busy;
  const lane = active.indexOf(1);
  return lane < 0 ? [] : [lane - (lane % width)];
};

/** Share of the group's wavefronts in which any lane takes part. */
const shareOfWavefronts = (
  active: Uint8Array | null,
  { count, width, wavefronts }: Evaluation['around']['lanes'],
): number => {
  if (active === null) return 1;
  let [busy, all] = [0, 0];
  for (const [at, { weight }] of wavefronts.entries()) {
    all += weight;
    if (hasWork(active, at * width, Math.min((at + 1) * width, count))) busy += weight;
  }
  return busy / all;
};

/** Whether what a place stands for hangs on values that are the same for all but not known. */
export const isOpaque = (kernel: LoweredKernel, node: number, place: Place): boolean =>
  [node, ...place.guards.map((guard) => guard.condition)].some(
    (id) => kernel.graph.dependence(id).opaque,
  );

/** The views of one launch, made when first asked for: plain, or with several made-up values. */
export interface Views {
  (isOpaque: boolean): readonly Evaluation[];
  /** To be called when nothing of them is needed any more. */
  readonly release: () => void;
}

export const viewsOf = (kernel: LoweredKernel, launch: Launch): Views => {
  const kept = new Map<boolean, readonly Evaluation[]>();
  const views = (opaque: boolean): readonly Evaluation[] => {
    const evaluations = kept.get(opaque) ?? evaluationsOf(kernel, launch, opaque);
    kept.set(opaque, evaluations);
    return evaluations;
  };
  const release = (): void => {
    for (const evaluations of kept.values()) for (const one of evaluations) one.release();
    kept.clear();
  };
  return Object.assign(views, { release });
};

/** The accesses to these kinds of memory, in the order of the source, for one shape. */
export const analyseAccesses = (
  kernel: LoweredKernel,
  views: Views,
  isWanted: (access: LoweredAccess) => boolean = () => true,
): readonly AccessPattern[] =>
  kernel.accesses
    .filter(isWanted)
    .map((access) => patternOf(kernel, access, views(isOpaque(kernel, access.offset, access))));
