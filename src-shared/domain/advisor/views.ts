/**
 * A launch as its inner groups see it: the values of a kernel there, at the first iterations of the loops around
 * a place, and which lanes come to it. Decides how many made-up values stand for what is the same for all lanes
 * but not known: several, so that none of them shows.
 */
import { Evaluation, outside } from './evaluate';
import type { LoweredKernel, Place } from './lowered';
import { innerGroups, type Lanes } from './wavefronts';

export interface Launch {
  readonly launched: readonly number[];
  readonly local: readonly number[];
  /** Lanes of a wavefront. */
  readonly width: number;
  readonly scalars: ReadonlyMap<string, number>;
}

const firstTrial = [0] as const;
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
    const shared = evaluation.shared(condition);
    if (shared !== null) {
      if ((shared !== 0) !== holds && !Number.isNaN(shared)) active = new Uint8Array(count);
      return;
    }
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

/** Whether what a place stands for hangs on values that are the same for all but not known. */
export const isOpaque = (kernel: LoweredKernel, node: number, place: Place): boolean =>
  kernel.graph.dependence(node).opaque ||
  place.guards.some(({ condition }) => kernel.graph.dependence(condition).opaque);

/** The views of one launch, made when first asked for: plain, or with several made-up values. */
export class Views {
  private groups: readonly Lanes[] | null = null;
  private plain: readonly Evaluation[] | null = null;
  private tried: readonly Evaluation[] | null = null;

  constructor(
    private readonly kernel: LoweredKernel,
    private readonly launch: Launch,
  ) {}

  /** Of each inner group one, or with several made-up values one for each of those (`isOpaque`). */
  of(isOpaque: boolean): readonly Evaluation[] {
    return isOpaque
      ? (this.tried ??= this.evaluate(trials))
      : (this.plain ??= this.evaluate(firstTrial));
  }

  /** To be called when nothing of them is needed any more. */
  release(): void {
    for (const one of this.plain ?? []) one.release();
    for (const one of this.tried ?? []) one.release();
    this.plain = null;
    this.tried = null;
  }

  private evaluate(of: readonly number[]): readonly Evaluation[] {
    const { launched, local, width, scalars } = this.launch;
    this.groups ??= innerGroups(launched, local, width);
    const evaluations: Evaluation[] = [];
    for (const lanes of this.groups) {
      for (const trial of of) {
        evaluations.push(new Evaluation(this.kernel.graph, { lanes, scalars, trial }));
      }
    }
    return evaluations;
  }
}
