/**
 * A figure and where it came from. Decides nothing; refuses to let a figure travel without its source: what
 * no query, build, table or measurement gave is unknown, with the reason, and stays unknown whatever is
 * worked out from it.
 */
import type { Property } from '../device';

/** Where a known figure came from. */
export type KnownSource =
  /** The driver was asked: the name of the query. */
  | { readonly kind: 'queried'; readonly query: string }
  /** Read from what the compiler left: its log or the program binary. */
  | { readonly kind: 'build'; readonly what: string }
  /** A document of the maker; `place` is its page, table or section. */
  | {
      readonly kind: 'table';
      readonly document: string;
      readonly version: string;
      readonly place: string;
    }
  | { readonly kind: 'measured'; readonly how: string };

export interface Known<T> {
  readonly value: T;
  readonly source: KnownSource;
}

export interface Unknown {
  readonly value: null;
  readonly source: { readonly kind: 'unknown'; readonly why: string };
}

export type Fact<T> = Known<T> | Unknown;
export type FactSource = Fact<unknown>['source'];

export const isKnown = <T>(fact: Fact<T>): fact is Known<T> => fact.source.kind !== 'unknown';

export const unknown = (why: string): Unknown => ({
  value: null,
  source: { kind: 'unknown', why },
});

export const queried = <T>(value: T, query: string): Known<T> => ({
  value,
  source: { kind: 'queried', query },
});

export const fromBuild = <T>(value: T, what: string): Known<T> => ({
  value,
  source: { kind: 'build', what },
});

/** A driver's claim as a fact; a claim that could not be read is unknown, with the driver's error. */
export const fromProperty = <T>(property: Property<T> | undefined, query: string): Fact<T> => {
  if (property === undefined) return unknown(`${query} was not asked`);
  return property.ok
    ? queried(property.value, query)
    : unknown(`${query} was refused: ${property.error}`);
};

/** The first that is known; where none is, the last, whose reason is the most general. */
export const firstKnown = <T>(first: Fact<T>, ...rest: readonly Fact<T>[]): Fact<T> =>
  [first, ...rest].find(isKnown) ?? rest.at(-1) ?? first;

/** The same figure in another form, from the same source. */
export const mapFact = <T, U>(fact: Fact<T>, to: (value: T) => U): Fact<U> =>
  isKnown(fact) ? { value: to(fact.value), source: fact.source } : fact;
