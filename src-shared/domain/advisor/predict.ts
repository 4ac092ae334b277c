/**
 * By how much one size should take longer than another, from theory alone: the resource in which they differ
 * most. Decides between three causes, each a bound of its own kernels: sectors of memory per work-item,
 * work-items that a compute unit holds at once (where latency has to be hidden), and lanes without work.
 * Refuses to predict for CPU devices, for which none of the three is a model, and where figures are missing.
 */
import type { Limiter } from './occupancy';
import type { SizeAnalysis } from './size-analysis';

export type Cause = 'memory-access' | 'idle-lanes' | 'resident-items' | 'tail';

export interface Prediction {
  /** Time of the size ÷ time of the other. */
  readonly ratio: number;
  readonly cause: Cause;
  /** What stands in the way of more resident work-items. */
  readonly limiter: Limiter | null;
  /** Rests on an occupancy that is only an upper bound. */
  readonly isBound: boolean;
}

/** Waves beyond which a last one that is not full no longer counts. */
const fewWaves = 8;

const over = (a: number | null | undefined, b: number | null | undefined): number | null =>
  a === null || a === undefined || b === null || b === undefined || b === 0 ? null : a / b;

/** null: nothing is known in which the two could differ. */
export const predictRatio = (size: SizeAnalysis, other: SizeAnalysis): Prediction | null => {
  const resident = over(other.residentItems, size.residentItems);
  const lanes = over(size.alignment?.slowdown, other.alignment?.slowdown);
  const [here, there] = [size.occupancy, other.occupancy];
  const fewer = here.kind === 'resident' && resident !== null && resident >= 1 ? here : null;
  const more = there.kind === 'resident' && resident !== null && resident < 1 ? there : null;
  const limited = fewer ?? more;
  const isBound = [here, there].some((one) => one.kind === 'resident' && one.missing.length > 0);
  const tails = [size.tail, other.tail].some((one) => one !== null && one.waves <= fewWaves)
    ? over(other.tail?.filled, size.tail?.filled)
    : null;
  const causes: readonly (Prediction | null)[] = [
    made(over(size.sectorsPerItem, other.sectorsPerItem), 'memory-access', null, false),
    // Where all wavefronts are there, fewer work-items are lanes without work.
    limited !== null && !limited.limiters.includes('wavefronts')
      ? made(resident, 'resident-items', limited.limiters[0] ?? null, isBound)
      : null,
    made(lanes, 'idle-lanes', null, false),
    made(tails, 'tail', null, isBound),
  ];
  return causes.reduce<Prediction | null>(
    (strongest, next) =>
      next !== null && (strongest === null || weight(next) > weight(strongest) + 1e-9)
        ? next
        : strongest,
    null,
  );
};

const made = (
  ratio: number | null,
  cause: Cause,
  limiter: Limiter | null,
  isBound: boolean,
): Prediction | null => (ratio === null ? null : { ratio, cause, limiter, isBound });

const weight = ({ ratio }: Prediction): number => Math.abs(Math.log(ratio));
