/**
 * Where the lanes of a wavefront part: for every branch on what its condition depends, and in what share of
 * the wavefronts inside the range lanes take different ways; and how many barriers each work-item meets.
 * Decides by working the condition out for every lane; null where it could not be followed.
 */
import type { Evaluation } from './evaluate';
import { outside } from './evaluate';
import { at } from './lane-arrays';
import type { BranchKind, LoweredBranch, LoweredKernel, LoweredLoop } from './lowered';
import { activeLanes, atIterations, isOpaque, type Views } from './views';

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
const mostBarrierIterations = 20_000;

/** Wavefronts (their places among those looked at) whose active lanes have different numbers; null: some are not known. */
const partedWavefronts = (
  values: Float64Array,
  active: Uint8Array | null,
  { count, width }: Evaluation['around']['lanes'],
): readonly number[] | null => {
  const parted: number[] = [];
  for (let start = 0; start < count; start += width) {
    let seen: number | null = null;
    let parts = false;
    const end = Math.min(start + width, count);
    for (let lane = start; lane < end; lane += 1) {
      if (active !== null && active[lane] === 0) continue;
      const value = at(values, lane);
      if (Number.isNaN(value)) return null;
      seen ??= value;
      if (value !== seen) parts = true;
    }
    if (parts) parted.push(start / width);
  }
  return parted;
};

/** Wavefronts whose lanes leave a loop at different iterations; null: not to be told within those followed. */
const leaveApart = (
  kernel: LoweredKernel,
  evaluation: Evaluation,
  loop: LoweredLoop,
  active: Uint8Array | null,
): readonly number[] | null => {
  const { condition } = loop;
  const { lanes } = evaluation.around;
  if (condition === null) return [];
  const trips = countTrips(kernel, evaluation, loop);
  if (trips !== null) return partedWavefronts(trips, active, lanes);
  const parted = new Set<number>();
  const staying = (active ?? new Uint8Array(lanes.count).fill(1)).slice();
  evaluation.enter(evaluation.first(loop));
  for (let step = 0; step < mostIterations; step += 1) {
    const goesOn = evaluation
      .value(condition)
      .map((value) => (Number.isNaN(value) ? NaN : Number(value !== 0)));
    const now = partedWavefronts(goesOn, staying, lanes);
    if (now === null) return null;
    for (const wavefront of now) parted.add(wavefront);
    for (let lane = 0; lane < lanes.count; lane += 1) if (at(goesOn, lane) === 0) staying[lane] = 0;
    if (!staying.includes(1)) return [...parted];
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

const findingOf = (
  kernel: LoweredKernel,
  branch: LoweredBranch,
  viewsFor: Views,
): BranchFinding => {
  const { kind, condition } = branch;
  const { item, data, unknown } = kernel.graph.dependence(condition);
  if (unknown) return { kind, depends: 'not-analysed', divergent: null };
  if (data) return { kind, depends: 'data', divergent: null };
  if (!item) return { kind, depends: 'uniform', divergent: 0 };
  const loop = branch.loop === null ? undefined : kernel.loops[branch.loop];
  const loops = branch.loops.filter((id) => id !== loop?.id);
  const views = viewsFor(isOpaque(kernel, condition, branch));
  // The second group shows only its first wavefront: shares are those of the first, at the worst trial.
  const shares = views.map((evaluation): number | null => {
    const { lanes } = evaluation.around;
    const parted = new Set<number>();
    const unfollowed: number[] = [];
    atIterations(kernel, evaluation, loops, (iteration) => {
      if (loop === undefined && isKnownFor(evaluation, condition)) return;
      const active = activeLanes(kernel, evaluation, { ...branch, loops });
      const values = evaluation.value(condition);
      const found =
        loop !== undefined
          ? leaveApart(kernel, evaluation, loop, active)
          : partedWavefronts(
              kind === 'switch'
                ? values
                : values.map((value) => (Number.isNaN(value) ? NaN : Number(value !== 0))),
              active,
              lanes,
            );
      if (found === null) unfollowed.push(iteration);
      for (const wavefront of found ?? []) parted.add(wavefront);
    });
    if (unfollowed.length > 0) return null;
    const weights = lanes.wavefronts.map(({ weight }, at) => (parted.has(at) ? weight : 0));
    const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);
    return sum(weights) / sum(lanes.wavefronts.map(({ weight }) => weight));
  });
  const ofFirst = shares.slice(0, Math.max(1, shares.length / 2));
  const known = ofFirst.filter((share) => share !== null);
  return { kind, depends: 'item', divergent: shares.includes(null) ? null : Math.max(...known) };
};

/** The branches of these kinds, in the order of the source, for one shape. */
export const analyseBranches = (
  kernel: LoweredKernel,
  views: Views,
  isWanted: (branch: LoweredBranch) => boolean = () => true,
): readonly BranchFinding[] =>
  kernel.branches.filter(isWanted).map((branch) => findingOf(kernel, branch, views));

/** Iterations of a loop that are the same for all work-items; null: not known, or too many to count. */
const tripsOf = (evaluation: Evaluation, loop: LoweredLoop): number | null => {
  const { condition } = loop;
  if (condition === null) return null;
  let iteration = evaluation.first(loop);
  for (let trips = 0; trips < mostBarrierIterations; trips += 1) {
    evaluation.enter(iteration);
    const holds = evaluation.ofFirstLane(condition);
    if (Number.isNaN(holds)) return null;
    if (holds === 0) return trips + (loop.testFirst ? 0 : 1);
    iteration = evaluation.next(loop);
  }
  return null;
};

/**
 * How often each work-item comes to a place inside these loops; null: it differs between work-items, hangs on
 * values that are not known, or is too long to be counted.
 */
export const timesAround = (
  kernel: LoweredKernel,
  views: Views,
  loops: readonly number[],
): number | null => {
  if (loops.length === 0) return 1;
  // The second group shows the fewest lanes.
  const view = views(false).at(-1);
  if (view === undefined) return null;
  view.enter(outside);
  let times = 1;
  for (const id of loops) {
    const loop = kernel.loops[id];
    if (loop === undefined || loop.condition === null) return null;
    const { item, data, unknown, opaque } = kernel.graph.dependence(loop.condition);
    if (item || data || unknown || opaque) return null;
    const before = view.first(loop);
    const trips = tripsOf(view, loop);
    if (trips === null) return null;
    times *= trips;
    view.enter(before);
  }
  return times;
};

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
