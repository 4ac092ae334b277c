/**
 * The state of a lowering: variables in scopes, the conditions and loops around the present place, and what
 * has been found so far. Decides when a kernel has grown too large to be followed (functions are put in
 * where they are called): then it is given up as a whole, in bounded time.
 */
import type { LoweredAccess, LoweredBranch, LoweredLoop, Place } from './lowered';
import type { ProgramText, TypeName } from './syntax';
import { layoutOf } from './type-layout';
import { ValueGraph } from './value-graph';
import type { Location, Value } from './lower-values';

export interface Variable {
  readonly slot: number;
  readonly type: TypeName;
}

export type State = ReadonlyMap<number, Value>;

const mostInlined = 500;
const mostAccesses = 1000;
const mostSteps = 200_000;
const deepest = 400;

/** The kernel is too large to be followed as a whole; of a part of it nothing could be said for certain. */
export class TooLarge extends Error {}

export class Lowering {
  readonly graph = new ValueGraph();
  readonly loops: LoweredLoop[] = [];
  readonly accesses: LoweredAccess[] = [];
  readonly branches: LoweredBranch[] = [];
  readonly barriers: Place[] = [];
  readonly unread = new Set<string>();
  readonly scopes: Map<string, Variable>[] = [new Map()];
  state = new Map<number, Value>();
  guards: Place['guards'] = [];
  around: readonly number[] = [];
  /** Conditions under which a loop is left from inside, by loop. */
  readonly exits = new Map<number, number[]>();
  private slots = 0;
  inlined = 0;
  depth = 0;
  private steps = 0;
  private nesting = 0;

  constructor(readonly program: ProgramText) {}

  get mayInline(): boolean {
    return this.depth < 8 && this.inlined < mostInlined;
  }

  /** One statement or expression, with all that is in it. */
  step<T>(taken: () => T): T {
    this.steps += 1;
    if (this.steps > mostSteps || this.nesting > deepest) throw new TooLarge();
    this.nesting += 1;
    const result = taken();
    this.nesting -= 1;
    return result;
  }

  place(): Place {
    return { guards: this.guards, loops: this.around };
  }

  declare(name: string, type: TypeName, value: Value): Variable {
    const variable: Variable = { slot: this.slots, type };
    this.slots += 1;
    this.scopes.at(-1)?.set(name, variable);
    this.state.set(variable.slot, value);
    return variable;
  }

  find(name: string): Variable | null {
    for (let at = this.scopes.length - 1; at >= 0; at -= 1) {
      const found = this.scopes[at]?.get(name);
      if (found !== undefined) return found;
    }
    return null;
  }

  within<T>(scoped: () => T): T {
    this.scopes.push(new Map());
    try {
      return scoped();
    } finally {
      this.scopes.pop();
    }
  }

  /** Runs with one more condition around it. */
  under<T>(condition: number, holds: boolean, guarded: () => T): T {
    const before = this.guards;
    this.guards = [...before, { condition, holds }];
    try {
      return guarded();
    } finally {
      this.guards = before;
    }
  }

  /** Notes that memory is touched. Memory of the work-item's own and unknown targets are not noted. */
  touch(location: Location, isWrite: boolean, width: number | null): void {
    const { target, offset } = location;
    if (target.argument === '' || target.space === 'private') return;
    if (this.accesses.length >= mostAccesses) throw new TooLarge();
    this.accesses.push({
      ...this.place(),
      argument: target.argument,
      space: target.space,
      isWrite,
      offset,
      width,
    });
  }

  sizeOf(type: TypeName): number | null {
    return layoutOf(type, this.program)?.bytes ?? null;
  }

  /** `offset` plus `index` elements; unknown where the element's size is. */
  advance(offset: number, index: number, element: TypeName): number {
    const size = this.sizeOf(element);
    if (size === null) return this.graph.unknown();
    const { graph } = this;
    const scaled = graph.binary('*', graph.convert(index, 'i64'), graph.constant(size, 'i64'));
    return graph.binary('+', offset, scaled);
  }
}
