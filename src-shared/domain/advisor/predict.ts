/**
 * By how much one size should take longer than another, from theory alone: the resource in which they differ
 * most. Decides between three causes, each a bound of its own kernels: sectors of memory per work-item,
 * work-items that a compute unit holds at once (where latency has to be hidden), and lanes without work.
 * Refuses to predict for CPU devices, for which none of the three is a model; from sectors where local memory
 * stands between them and the arithmetic; and that nothing differs where not all accesses are known.
 */
import type { Limiter } from './occupancy';
import type { SizeAnalysis } from './size-analysis';

/** `same-shape`: NULL was launched as a size that was measured too (findings.ts). */
export type Cause = 'memory-access' | 'idle-lanes' | 'resident-items' | 'tail' | 'same-shape';

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

/** Below this, two sizes are predicted to be alike. */
export const worthAWord = 1.1;

/** Sectors of one size ÷ sectors of another; null: not known of both. */
export const sectorRatio = (size: SizeAnalysis, other: SizeAnalysis): number | null =>
  over(size.sectorsPerItem, other.sectorsPerItem);

const isSameShape = (size: SizeAnalysis, other: SizeAnalysis): boolean =>
  size.shape !== null && size.shape.join('x') === other.shape?.join('x');

/** null: nothing is known in which the two could differ. */
export const predictRatio = (size: SizeAnalysis, other: SizeAnalysis): Prediction | null => {
  if (size.occupancy.kind === 'not-applicable' && size.occupancy.why === 'cpu') return null;
  const isStraight = size.isStraight && other.isStraight;
  const sectors = isStraight ? sectorRatio(size, other) : null;
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
    made(sectors, 'memory-access', null, false),
    // Where all wavefronts are there, fewer work-items are lanes without work.
    limited !== null && !limited.limiters.includes('wavefronts')
      ? made(resident, 'resident-items', limited.limiters[0] ?? null, isBound)
      : null,
    made(lanes, 'idle-lanes', null, false),
    made(tails, 'tail', null, isBound),
  ];
  const strongest = causes.reduce<Prediction | null>(
    (most, next) =>
      next !== null && (most === null || weight(next) > weight(most) + 1e-9) ? next : most,
    null,
  );
  const isAlike = strongest === null || weight(strongest) < Math.log(worthAWord);
  return isAlike && sectors === null && !isSameShape(size, other) ? null : strongest;
};

const made = (
  ratio: number | null,
  cause: Cause,
  limiter: Limiter | null,
  isBound: boolean,
): Prediction | null => (ratio === null ? null : { ratio, cause, limiter, isBound });

const weight = ({ ratio }: Prediction): number => Math.abs(Math.log(ratio));
