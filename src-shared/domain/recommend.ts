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
  /** 1 for a power of two, 1 for a multiple of the wavefront where that is known; else 0. */
  readonly power: number;
  readonly multiple: number;
}

/** Distances closer than this are equal: they are differences of logarithms. */
const sameDistance = 1e-9;

/** Below zero: a comes first. */
const compare = <T>(a: Scored<T>, b: Scored<T>): number => {
  if (Math.abs(a.distance - b.distance) > sameDistance) return a.distance - b.distance;
  if (a.power !== b.power) return b.power - a.power;
  if (a.multiple !== b.multiple) return b.multiple - a.multiple;
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
    const { local } = candidate;
    const items = groupItems(local);
    return items === null || local === null
      ? []
      : [{ candidate, local, items, logarithm: Math.log2(items) }];
  });
  const logarithms = explicit.map(({ logarithm }) => logarithm);
  const middle = (Math.min(...logarithms) + Math.max(...logarithms)) / 2;
  const width = wavefront !== null && wavefront > 1 ? wavefront : null;
  const scored = explicit.map(({ candidate, local, items, logarithm }): Scored<T> => ({
    candidate,
    local,
    items,
    distance: Math.abs(logarithm - middle),
    power: Number(Number.isInteger(logarithm)),
    multiple: Number(width !== null && items % width === 0),
  }));
  return [
    ...scored.sort(compare).map(({ candidate }) => candidate),
    ...plateau.filter(({ local }) => local === null),
  ];
};
