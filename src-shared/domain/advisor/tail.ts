/**
 * The tail effect: groups run in waves of as many as the device holds at once, and the last wave may be
 * nearly empty. Assumes groups of equal length; refuses to be exact about a device whose occupancy is only
 * an upper bound, and says so.
 */
import type { GlobalSize, LocalSize } from '../sizes';
import { isKnown, type Fact } from './fact';
import type { Occupancy } from './occupancy';

export interface Tail {
  readonly groups: number;
  /** Groups that the device holds at once. */
  readonly heldAtOnce: number;
  /** Waves, the last one counted whole. */
  readonly waves: number;
  /** Share of the last wave that has work: above 0, up to 1. */
  readonly lastWaveFill: number;
  /** Share of all the waves' places that have work: groups ÷ (waves × heldAtOnce). */
  readonly filled: number;
  /** heldAtOnce rests on an upper bound of the occupancy. */
  readonly isUpperBound: boolean;
}

/** Groups of a launch: per dimension the launched size over the local size, rounded up; null for NULL. */
export const countGroups = (launched: GlobalSize, local: LocalSize): number | null =>
  local === null
    ? null
    : launched.reduce(
        (product, size, dimension) => product * Math.ceil(size / (local[dimension] ?? 1)),
        1,
      );

/** Null for NULL and where the groups per compute unit or the number of units are unknown. */
export const tail = (
  launched: GlobalSize,
  local: LocalSize,
  resident: Occupancy,
  computeUnits: Fact<number>,
): Tail | null => {
  const groups = countGroups(launched, local);
  if (groups === null || groups === 0 || resident.kind !== 'resident') return null;
  if (!isKnown(computeUnits)) return null;
  const heldAtOnce = resident.groups * computeUnits.value;
  if (!Number.isFinite(heldAtOnce) || heldAtOnce < 1) return null;
  const waves = Math.ceil(groups / heldAtOnce);
  const last = groups - (waves - 1) * heldAtOnce;
  return {
    groups,
    heldAtOnce,
    waves,
    lastWaveFill: last / heldAtOnce,
    filled: groups / (waves * heldAtOnce),
    isUpperBound: resident.missing.length > 0,
  };
};
