/** The values that variables hold while a kernel is lowered, and what merges them. */
import type { TypeName } from './syntax';
import type { ValueGraph } from './value-graph';

export type Value =
  | { readonly kind: 'number'; readonly node: number }
  /** `offset`: bytes from the start of the argument (or array) that it points into. */
  | {
      readonly kind: 'pointer';
      readonly target: Target;
      readonly element: TypeName;
      readonly offset: number;
    }
  | { readonly kind: 'vector'; readonly base: string; readonly parts: readonly number[] };

export interface Target {
  /** '' where it is not known what a pointer points to. */
  readonly argument: string;
  readonly space: TypeName['space'];
}

/** Something with an address. */
export interface Location {
  readonly target: Target;
  readonly offset: number;
  readonly type: TypeName;
  readonly isArray: boolean;
  /** Components of a vector element; null: all of it. */
  readonly components: readonly number[] | null;
}

export const nowhere: Target = { argument: '', space: 'private' };

export const numberValue = (node: number): Value => ({ kind: 'number', node });

/** One node that stands for the value where a number is needed. */
export const nodeOf = (graph: ValueGraph, value: Value): number =>
  value.kind === 'number'
    ? value.node
    : value.kind === 'pointer'
      ? graph.unknown()
      : (value.parts[0] ?? graph.unknown());

/** `combine` on each part of two values of one form; unknown where their forms differ. */
export const mergeValues = (
  graph: ValueGraph,
  a: Value,
  b: Value,
  combine: (a: number, b: number) => number,
): Value => {
  if (a.kind === 'number' && b.kind === 'number') return numberValue(combine(a.node, b.node));
  if (
    a.kind === 'pointer' &&
    b.kind === 'pointer' &&
    a.target.argument === b.target.argument &&
    a.element.base === b.element.base
  ) {
    return { ...a, offset: combine(a.offset, b.offset) };
  }
  if (a.kind === 'vector' && b.kind === 'vector' && a.parts.length === b.parts.length) {
    return { ...a, parts: a.parts.map((part, at) => combine(part, b.parts[at] ?? part)) };
  }
  if (a.kind === 'pointer') return { ...a, target: nowhere, offset: graph.unknown() };
  return numberValue(graph.unknown());
};
