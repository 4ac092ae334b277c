/**
 * Where the lanes of a wavefront part: for every branch on what its condition depends, and in what share of
 * the wavefronts inside the range lanes take different ways; and how many barriers each work-item meets.
 * Decides by working the condition out for every lane; null where it could not be followed.
 */
import { activeLanes, atIterations, evaluationsOf, type Launch } from './access';
import type { Evaluation } from './evaluate';
import type { BranchKind, LoweredBranch, LoweredKernel, LoweredLoop, Place } from './lowered';

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

const differ = (values: readonly number[]): boolean => values.some((value) => value !== values[0]);

/** Whether lanes leave a loop at different iterations; null: not to be told within the iterations followed. */
const leaveApart = (
  kernel: LoweredKernel,
  evaluation: Evaluation,
  loop: LoweredLoop,
  lanes: readonly number[],
): boolean | null => {
  const { condition } = loop;
  if (condition === null || lanes.length === 0) return false;
  const trips = countTrips(kernel, evaluation, loop, lanes);
  if (trips !== null) return differ(trips);
  evaluation.enter(evaluation.first(loop));
  for (let step = 0; step < mostIterations; step += 1) {
    const values = evaluation.value(condition);
    const stays = lanes.map((lane) => values[lane] ?? NaN);
    if (stays.some(Number.isNaN)) return null;
    const going = stays.filter((value) => value !== 0).length;
    if (going === 0) return false;
    if (going < stays.length) return true;
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
  lanes: readonly number[],
): readonly number[] | null => {
  const { graph } = kernel;
  const node = graph.nodes[loop.condition ?? -1];
  if (node?.operation.op !== 'binary' || !/^[<>]=?$/.test(node.operation.operator)) return null;
  const [left = 0, right = 0] = node.args;
  const follows = (id: number): boolean => (graph.dependence(id).loops & (1 << loop.id)) !== 0;
  if (follows(left) === follows(right)) return null;
  const start = evaluation.first(loop);
  evaluation.enter(start);
  const [a, b] = [evaluation.value(left), evaluation.value(right)];
  evaluation.enter(evaluation.next(loop));
  const [a2, b2] = [evaluation.value(left), evaluation.value(right)];
  evaluation.enter(evaluation.next(loop));
  const [a3, b3] = [evaluation.value(left), evaluation.value(right)];
  const { operator } = node.operation;
  const direction = operator.startsWith('<') ? 1 : -1;
  const includes = operator.endsWith('=');
  const trips = lanes.map((lane) => {
    const at = (values: Float64Array): number => values[lane] ?? NaN;
    const distance = direction * (at(b) - at(a));
    const step = distance - direction * (at(b2) - at(a2));
    const again = direction * (at(b2) - at(a2)) - direction * (at(b3) - at(a3));
    if (step !== again || step <= 0) return NaN;
    return Math.max(0, includes ? Math.floor(distance / step) + 1 : Math.ceil(distance / step));
  });
  return trips.some(Number.isNaN) ? null : trips;
};

const findingOf = (
  kernel: LoweredKernel,
  branch: LoweredBranch,
  views: ReturnType<typeof evaluationsOf>,
): BranchFinding => {
  const { kind, condition } = branch;
  const { item, data, unknown } = kernel.graph.dependence(condition);
  if (unknown) return { kind, depends: 'not-analysed', divergent: null };
  if (data) return { kind, depends: 'data', divergent: null };
  if (!item) return { kind, depends: 'uniform', divergent: 0 };
  const loop = branch.loop === null ? undefined : kernel.loops[branch.loop];
  let [parted, seen] = [0, 0];
  let isKnown = true;
  for (const { evaluation, count } of views) {
    let parts = false;
    const outer = loop === undefined ? branch.loops : branch.loops.filter((id) => id !== loop.id);
    atIterations(kernel, evaluation, outer, (iteration) => {
      if (loop !== undefined) {
        const lanes = activeLanes(
          kernel,
          evaluation,
          { ...branch, loops: outer },
          count,
          iteration,
        );
        const apart = leaveApart(kernel, evaluation, loop, lanes);
        if (apart === null) isKnown = false;
        parts ||= apart === true;
        return;
      }
      const lanes = activeLanes(kernel, evaluation, branch, count, iteration);
      const values = evaluation.value(condition);
      const taken = lanes.map((lane) => {
        const value = values[lane] ?? NaN;
        if (Number.isNaN(value)) isKnown = false;
        return branch.kind === 'switch' ? value : Number(value !== 0);
      });
      parts ||= differ(taken);
    });
    seen += 1;
    if (parts) parted += 1;
  }
  return { kind, depends: 'item', divergent: isKnown && seen > 0 ? parted / seen : null };
};

/** Every branch of the kernel, in the order of the source, for one shape. */
export const analyseBranches = (
  kernel: LoweredKernel,
  launch: Launch,
): readonly BranchFinding[] => {
  const views = evaluationsOf(kernel, launch, true);
  return kernel.branches.map((branch) => findingOf(kernel, branch, views));
};

/** Iterations of a loop that are the same for all work-items; null: not known, or too many to count. */
const tripsOf = (evaluation: Evaluation, loop: LoweredLoop): number | null => {
  const { condition } = loop;
  if (condition === null) return null;
  let at = evaluation.first(loop);
  for (let trips = 0; trips < mostBarrierIterations; trips += 1) {
    evaluation.enter(at);
    const holds = evaluation.value(condition)[0] ?? NaN;
    if (Number.isNaN(holds)) return null;
    if (holds === 0) return trips + (loop.testFirst ? 0 : 1);
    at = evaluation.next(loop);
  }
  return null;
};

/** Barriers that each work-item meets in one launch of this shape; null: not known. */
export const countBarriers = (kernel: LoweredKernel, launch: Launch): number | null => {
  if (kernel.barriers.length === 0) return 0;
  const [view] = evaluationsOf(kernel, { ...launch, width: 1 }, false, 1);
  if (view === undefined) return null;
  const timesOf = ({ loops, guards }: Place): number | null => {
    if (guards.some(({ condition }) => kernel.graph.dependence(condition).item)) {
      // A barrier in a branch that not all take is an error of the kernel; behind `return` it is usual.
      return guards.length > 0 && loops.length === 0 ? 1 : null;
    }
    let times = 1;
    view.evaluation.enter(new Map());
    for (const id of loops) {
      const loop = kernel.loops[id];
      if (loop?.condition == null) return null;
      const { item, data, unknown, opaque } = kernel.graph.dependence(loop.condition);
      if (item || data || unknown || opaque) return null;
      const trips = tripsOf(view.evaluation, loop);
      if (trips === null) return null;
      times *= trips;
      view.evaluation.enter(new Map());
      view.evaluation.enter(view.evaluation.first(loop));
    }
    return times;
  };
  let total = 0;
  for (const barrier of kernel.barriers) {
    const times = timesOf(barrier);
    if (times === null) return null;
    total += times;
  }
  return total;
};
