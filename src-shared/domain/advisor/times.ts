/**
 * How often each work-item comes to a place: the iterations of the loops around it, counted through. Refuses
 * (null) to count loops that differ between work-items, or whose end hangs on values that are not known.
 */
import { outside, type Evaluation } from './evaluate';
import type { LoweredKernel, LoweredLoop } from './lowered';
import type { Views } from './views';

/** Iterations that are counted at most. */
const mostIterations = 20_000;

/** Iterations of a loop that are the same for all work-items; null: not known, or too many to count. */
const tripsOf = (evaluation: Evaluation, loop: LoweredLoop): number | null => {
  const { condition } = loop;
  if (condition === null) return null;
  let iteration = evaluation.first(loop);
  for (let trips = 0; trips < mostIterations; trips += 1) {
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
  const view = views.of(false).at(-1);
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
