/**
 * The stable rule that picks one size out of a plateau (docs/measurement.md). Decides by the shape of the
 * plateau and not by which of its members happened to be fastest; refuses NULL as long as there is another,
 * because what the driver picks can change with driver and global size.
 */
import type { LocalSize } from './sizes';
import { groupItems } from './sizes';

interface Candidate {
  readonly local: LocalSize;
}

interface Scored<T> {
  readonly candidate: T;
  readonly local: readonly number[];
  readonly items: number;
  /** Distance to the middle of the plateau, log₂ of work-items per group. */
  readonly distance: number;
}

const isPowerOfTwo = (items: number): boolean => Number.isInteger(Math.log2(items));

/** Distances closer than this are equal: they are differences of logarithms. */
const sameDistance = 1e-9;

/** Below zero: a comes first. */
const compare = <T>(a: Scored<T>, b: Scored<T>, wavefront: number | null): number => {
  if (Math.abs(a.distance - b.distance) > sameDistance) return a.distance - b.distance;
  const power = Number(isPowerOfTwo(b.items)) - Number(isPowerOfTwo(a.items));
  if (power !== 0) return power;
  if (wavefront !== null && wavefront > 1) {
    const multiple = Number(b.items % wavefront === 0) - Number(a.items % wavefront === 0);
    if (multiple !== 0) return multiple;
  }
  if (a.items !== b.items) return a.items - b.items;
  // Shapes of equally many items: the longer row first, then column; neighbours in x share cache lines.
  const place = a.local.findIndex((size, dimension) => size !== b.local[dimension]);
  return place === -1 ? 0 : (b.local[place] ?? 0) - (a.local[place] ?? 0);
};

/**
 * The sizes in the plateau, the one to prefer first: nearest to its middle in log₂ of work-items per group, then a
 * power of two, then a multiple of the wavefront (work-items; null: unknown), then the smaller. NULL comes last.
 */
export const byPreference = <T extends Candidate>(
  plateau: readonly T[],
  wavefront: number | null,
): readonly T[] => {
  const explicit = plateau.flatMap((candidate) => {
    const items = groupItems(candidate.local);
    return items === null || candidate.local === null
      ? []
      : [{ candidate, local: candidate.local, items }];
  });
  const sizes = explicit.map((entry) => Math.log2(entry.items));
  const middle = (Math.min(...sizes) + Math.max(...sizes)) / 2;
  const scored: Scored<T>[] = explicit.map((entry) => ({
    ...entry,
    distance: Math.abs(Math.log2(entry.items) - middle),
  }));
  return [
    ...scored.sort((a, b) => compare(a, b, wavefront)).map(({ candidate }) => candidate),
    ...plateau.filter(({ local }) => local === null),
  ];
};
