/**
 * Where to look next, given the best size so far. Decides which sizes that were not tried yet could be better:
 * larger or smaller ones when the best lies at an end of what was tried, else those around it. Refuses to go on
 * where the curve is flat on both sides of the best: what lies between equally good sizes wins nothing.
 */
import { localKey } from '../sizes';
import { firstItems, isCoarse, isSpread } from './candidates';
import type { SearchStep } from './search-types';

/** A candidate that is no NULL: its place, and what is known of it. */
export interface Place {
  readonly id: string;
  readonly local: readonly number[];
  readonly state: 'waiting' | 'tried';
  /** Time ÷ the best's; null: not tried, or without times. */
  readonly ratio: number | null;
}

/** Sizes taken up at an end of what was tried. */
const stepsOutwards = 2;

const extentOf = ({ local }: Place): number => local[0] ?? 1;

/**
 * One dimension: powers of two beyond what was tried. All of them as long as nothing was tried there, for a curve may
 * have a second valley behind a slower size; the next ones when the best is the outermost.
 */
const outwards = (best: Place, places: readonly Place[], side: 1 | -1): readonly Place[] => {
  const isBeyond = (place: Place, of: Place): boolean =>
    (extentOf(place) - extentOf(of)) * side > 0;
  const tried = places.filter(({ state }) => state === 'tried');
  const outermost = tried.reduce((far, place) => (isBeyond(place, far) ? place : far), best);
  const beyond = places
    .filter((place) => isBeyond(place, outermost))
    .sort((a, b) => (extentOf(a) - extentOf(b)) * side);
  const coarse = beyond.filter(({ local }) => isCoarse(local));
  if (firstItems.includes(extentOf(outermost)) && coarse.length > 0) return coarse;
  if (outermost !== best) return [];
  return (coarse.length > 0 ? coarse : beyond).slice(0, stepsOutwards);
};

const isAlike = (place: Place | undefined, edge: number): boolean =>
  place !== undefined && (place.ratio ?? Infinity) <= edge;

/**
 * One dimension: what lies between the best and the next that was measured on a side. Two sizes alike are no
 * flat curve, for its lowest point may lie between them: a third has to be, beyond the next or on the other side.
 */
const besides = (
  best: Place,
  places: readonly Place[],
  side: 1 | -1,
  edge: number,
): readonly Place[] => {
  const outwardsFrom = (towards: 1 | -1): readonly Place[] =>
    places
      .filter((place) => (extentOf(place) - extentOf(best)) * towards > 0)
      .sort((a, b) => (extentOf(a) - extentOf(b)) * towards);
  const beyond = outwardsFrom(side);
  const [next, afterNext] = beyond.filter(({ ratio }) => ratio !== null);
  if (next === undefined) return [];
  const opposite = outwardsFrom(side === 1 ? -1 : 1).find(({ ratio }) => ratio !== null);
  const factor = (extentOf(next) / extentOf(best)) ** side;
  const isFlat = isAlike(next, edge) && (isAlike(afterNext, edge) || isAlike(opposite, edge));
  // Farther away than an octave, something else may lie between all the same.
  if (isFlat && factor <= 2) return [];
  const between = beyond.slice(0, beyond.indexOf(next)).filter(({ state }) => state === 'waiting');
  const wide = [0.75, 1.25, 1.5].map((share) => extentOf(best) * share);
  const spread = between.filter((place) => wide.includes(extentOf(place)));
  // Across an octave a few that are spread over it, then whatever stands next to the best.
  return factor >= 2 && spread.length > 0 ? spread : between.slice(0, 1);
};

/** More dimensions: half and twice in each, and twice in one with half in another. */
const around = (local: readonly number[]): ReadonlySet<string> => {
  const keys = new Set<string>();
  const add = (factors: ReadonlyMap<number, number>): void => {
    const shape = local.map((extent, at) => extent * (factors.get(at) ?? 1));
    if (shape.every((extent) => Number.isInteger(extent) && extent >= 1)) keys.add(localKey(shape));
  };
  for (const at of local.keys()) {
    add(new Map([[at, 2]]));
    add(new Map([[at, 0.5]]));
    for (const other of local.keys()) {
      if (other !== at) {
        add(
          new Map([
            [at, 2],
            [other, 0.5],
          ]),
        );
      }
    }
  }
  return keys;
};

const stepOf = (
  stage: SearchStep['stage'],
  best: Place,
  places: readonly Place[],
): SearchStep | null =>
  places.length === 0
    ? null
    : { stage, around: best.id, configurations: places.map(({ id }) => id) };

/**
 * The next sizes to try. `places`: all explicit candidates, the best among them; `edge`: up to this ratio sizes
 * count as equally good (1.05). null: the neighbourhood of the best is known.
 */
export const lookAround = (
  best: Place,
  places: readonly Place[],
  edge: number,
): SearchStep | null => {
  if (best.local.length === 1) {
    const wider = [...outwards(best, places, 1), ...outwards(best, places, -1)];
    if (wider.length > 0) return stepOf('wider', best, wider);
    return stepOf('refine', best, [
      ...besides(best, places, -1, edge),
      ...besides(best, places, 1, edge),
    ]);
  }
  const isFlat = places.every(({ ratio }) => ratio === null || ratio <= edge);
  if (isFlat) return null;
  // Those of 64 to 512 work-items were the first.
  const others = places.filter(({ local, state }) => state === 'waiting' && isSpread(local));
  if (others.length > 0) return stepOf('wider', best, others);
  const keys = around(best.local);
  return stepOf(
    'refine',
    best,
    places.filter(({ id, state }) => state === 'waiting' && keys.has(id)),
  );
};
