/**
 * Where the lanes of a wavefront part: for every branch on what its condition depends, and in what share of
 * the wavefronts inside the range lanes take different ways; and how many barriers each work-item meets.
 * Decides by working the condition out for every lane; null where it could not be followed.
 */
import type { Evaluation } from './evaluate';
import { at } from './lane-arrays';
import type { BranchKind, LoweredBranch, LoweredKernel, LoweredLoop } from './lowered';
import { timesAround } from './times';
import { activeLanes, atIterations, isOpaque, type Views } from './views';
import { weightOf, type Lanes } from './wavefronts';

/** `uniform`: the same for all work-items of a group; `data`: follows what is read from memory. */
export type BranchDependence = 'uniform' | 'item' | 'data' | 'not-analysed';

export interface BranchFinding {
  readonly kind: BranchKind;
  readonly depends: BranchDependence;
  /** Share of inner wavefronts whose lanes part here, 0 … 1; null: not known, or up to the data. */
  readonly divergent: number | null;
}

/** Iterations of a loop that are followed one by one. */
const mostIterations = 256;

/**
 * Wavefronts whose active lanes have different numbers, a bit for each of those looked at; null: some numbers are
 * not known. `isTruth`: all numbers but 0 are alike.
 */
const partedWavefronts = (
  values: Float64Array,
  active: Uint8Array | null,
  { count, width }: Lanes,
  isTruth: boolean,
): number | null => {
  let parted = 0;
  for (let start = 0; start < count; start += width) {
    let seen: number | null = null;
    const end = Math.min(start + width, count);
    for (let lane = start; lane < end; lane += 1) {
      if (active !== null && active[lane] === 0) continue;
      const number = at(values, lane);
      if (Number.isNaN(number)) return null;
      const value = isTruth ? Number(number !== 0) : number;
      seen ??= value;
      if (value !== seen) parted |= 1 << (start / width);
    }
  }
  return parted;
};

/** Wavefronts (bits) whose lanes leave a loop at different iterations; null: not to be told within those followed. */
const leaveApart = (
  kernel: LoweredKernel,
  evaluation: Evaluation,
  loop: LoweredLoop,
  active: Uint8Array | null,
): number | null => {
  const { condition } = loop;
  const { lanes } = evaluation.around;
  if (condition === null) return 0;
  const trips = countTrips(kernel, evaluation, loop);
  if (trips !== null) return partedWavefronts(trips, active, lanes, false);
  let parted = 0;
  const staying = (active ?? new Uint8Array(lanes.count).fill(1)).slice();
  evaluation.enter(evaluation.first(loop));
  for (let step = 0; step < mostIterations; step += 1) {
    const goesOn = evaluation.value(condition);
    const now = partedWavefronts(goesOn, staying, lanes, true);
    if (now === null) return null;
    parted |= now;
    for (let lane = 0; lane < lanes.count; lane += 1) if (at(goesOn, lane) === 0) staying[lane] = 0;
    if (!staying.includes(1)) return parted;
    evaluation.enter(evaluation.next(loop));
  }
  return null;
};

/**
 * Iterations per lane of a loop `v < bound; v += step` with a bound and a step that stay; null: not of that
 * form. Long loops are told apart by this without being followed.
 */
const countTrips = (
  kernel: LoweredKernel,
  evaluation: Evaluation,
  loop: LoweredLoop,
): Float64Array | null => {
  const { graph } = kernel;
  const node = graph.nodes[loop.condition ?? -1];
  if (node?.operation.op !== 'binary' || !/^[<>]=?$/.test(node.operation.operator)) return null;
  const [left = 0, right = 0] = node.args;
  const follows = (id: number): boolean => (graph.dependence(id).loops & (1 << loop.id)) !== 0;
  if (follows(left) === follows(right)) return null;
  const sides: (readonly [Float64Array, Float64Array])[] = [];
  evaluation.enter(evaluation.first(loop));
  for (let step = 0; step < 3; step += 1) {
    sides.push([evaluation.value(left), evaluation.value(right)]);
    if (step < 2) evaluation.enter(evaluation.next(loop));
  }
  const { operator } = node.operation;
  const direction = operator.startsWith('<') ? 1 : -1;
  const includes = operator.endsWith('=');
  const trips = new Float64Array(evaluation.around.lanes.count);
  for (let lane = 0; lane < trips.length; lane += 1) {
    const [start = NaN, second = NaN, third = NaN] = sides.map(
      ([a, b]) => direction * (at(b, lane) - at(a, lane)),
    );
    const step = start - second;
    if (step !== second - third || step <= 0) return null;
    trips[lane] = Math.max(0, includes ? Math.floor(start / step) + 1 : Math.ceil(start / step));
  }
  return trips;
};

/** A condition that is the same for all lanes parts none. */
const isKnownFor = (evaluation: Evaluation, condition: number): boolean => {
  const shared = evaluation.shared(condition);
  return shared !== null && !Number.isNaN(shared);
};

/** Share of the wavefronts whose lanes part at a branch; null: not to be followed in some iteration. */
const shareParted = (
  kernel: LoweredKernel,
  evaluation: Evaluation,
  branch: LoweredBranch,
): number | null => {
  const { kind, condition } = branch;
  const { lanes } = evaluation.around;
  const loop = branch.loop === null ? undefined : kernel.loops[branch.loop];
  const loops = loop === undefined ? branch.loops : branch.loops.filter((id) => id !== loop.id);
  const seen = { parted: 0, isFollowed: true };
  atIterations(kernel, evaluation, loops, () => {
    if (loop === undefined && isKnownFor(evaluation, condition)) return;
    const active = activeLanes(kernel, evaluation, { guards: branch.guards, loops });
    const found =
      loop === undefined
        ? partedWavefronts(evaluation.value(condition), active, lanes, kind !== 'switch')
        : leaveApart(kernel, evaluation, loop, active);
    if (found === null) seen.isFollowed = false;
    else seen.parted |= found;
  });
  if (!seen.isFollowed) return null;
  let [share, all] = [0, 0];
  for (let wavefront = 0; wavefront < lanes.shown; wavefront += 1) {
    const weight = weightOf(lanes, wavefront);
    all += weight;
    if ((seen.parted & (1 << wavefront)) !== 0) share += weight;
  }
  return share / all;
};

const findingOf = (kernel: LoweredKernel, branch: LoweredBranch, views: Views): BranchFinding => {
  const { kind, condition } = branch;
  const { item, data, unknown } = kernel.graph.dependence(condition);
  if (unknown) return { kind, depends: 'not-analysed', divergent: null };
  if (data) return { kind, depends: 'data', divergent: null };
  if (!item) return { kind, depends: 'uniform', divergent: 0 };
  const evaluations = views.of(isOpaque(kernel, condition, branch));
  let divergent = 0;
  for (const [place, evaluation] of evaluations.entries()) {
    const share = shareParted(kernel, evaluation, branch);
    if (share === null) return { kind, depends: 'item', divergent: null };
    // The second group shows only its first wavefront: shares are those of the first, at the worst trial.
    if (place < evaluations.length / 2) divergent = Math.max(divergent, share);
  }
  return { kind, depends: 'item', divergent };
};

/** The branches of these kinds, in the order of the source, for one shape. */
export const analyseBranches = (
  kernel: LoweredKernel,
  views: Views,
  isWanted: (branch: LoweredBranch) => boolean = () => true,
): readonly BranchFinding[] =>
  kernel.branches.filter(isWanted).map((branch) => findingOf(kernel, branch, views));

/** Barriers that each work-item meets in one launch of this shape; null: not known. */
export const countBarriers = (kernel: LoweredKernel, views: Views): number | null => {
  let total = 0;
  for (const { loops, guards } of kernel.barriers) {
    const isGuarded = guards.some(({ condition }) => kernel.graph.dependence(condition).item);
    // A barrier under a condition of the work-item is either an error of the kernel or stands behind a return.
    const times = isGuarded && loops.length > 0 ? null : timesAround(kernel, views, loops);
    if (times === null) return null;
    total += times;
  }
  return total;
};
