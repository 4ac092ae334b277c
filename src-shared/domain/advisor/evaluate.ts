/**
 * Values of a kernel's graph for the lanes of a group. Decides how a value is worked out: in even steps where
 * it keeps that form (even.ts), lane by lane by C's arithmetic where not (arithmetic.ts). NaN marks what C
 * leaves undefined, what was not followed, and numbers beyond 2^53.
 */
import { functionOf } from './arithmetic';
import { even, evenBinary, evenConvert, evenMath, fillEven, isSame, same, type Even } from './even';
import { at, combine, compareAll, giveBack, takeArray } from './lane-arrays';
import type { LoweredLoop } from './lowered';
import type { NumberType, ValueGraph, ValueNode } from './value-graph';
import { localIdsOf, numberAt, type Lanes } from './wavefronts';

export interface Surroundings {
  readonly lanes: Lanes;
  readonly scalars: ReadonlyMap<string, number>;
  /** Which of several made-up values the values stand for that are the same for all lanes but not known. */
  readonly trial: number;
}

/** Values that stand for one that all lanes share but nobody knows: unlike each other, and unlike round ones. */
const madeUp = (node: number, trial: number): number =>
  trial === 0 ? 2 + (node % 5) : (trial === 1 ? 1003 : 70_001) + 2 * node;

/** In even steps, or one number per lane (and perhaps more behind them). */
type Value = Even | Float64Array;

/** Where a loop stands: the values that its variables have there. */
export type Iteration = ReadonlyMap<number, Value>;

/** Not within any loop. */
export const outside: Iteration = new Map();

/** Values of a graph. */
export class Evaluation {
  private readonly base: (Value | undefined)[];
  private inner: Map<number, Value> | null = null;
  private bound: Iteration = outside;
  private readonly taken: Float64Array[] = [];
  /** Even values that somebody wanted lane by lane. */
  private spread: Map<Even, Float64Array> | null = null;
  private localIds: readonly Float64Array[] | null = null;

  constructor(
    private readonly graph: ValueGraph,
    readonly around: Surroundings,
  ) {
    this.base = new Array<Value | undefined>(graph.nodes.length);
  }

  /** Gives back the memory of all values: nothing that it returned may be read any more. */
  release(): void {
    giveBack(this.taken);
    this.taken.length = 0;
    this.base.length = 0;
    this.spread = null;
    this.inner = null;
    this.bound = outside;
  }

  /** Forgets what was worked out for another iteration. */
  enter(iteration: Iteration): void {
    if (iteration === this.bound) return;
    this.bound = iteration;
    this.inner = null;
  }

  /** The variables of a loop at its first iteration, within the present one of the loops around it. */
  first(loop: LoweredLoop): Iteration {
    const start = new Map(this.bound);
    for (const phi of loop.phis) start.set(phi, this.of(this.graph.nodes[phi]?.args[0] ?? phi));
    return start;
  }

  /** The variables one iteration later, from the present one. */
  next(loop: LoweredLoop): Iteration {
    const after = new Map(this.bound);
    for (const phi of loop.phis) after.set(phi, this.of(this.graph.nodes[phi]?.args[1] ?? phi));
    return after;
  }

  /** One number per lane (and perhaps more behind them), or one for all. */
  value(id: number): Float64Array {
    return this.lanesOf(this.of(id));
  }

  /** The number that all lanes have; null: they may differ. */
  shared(id: number): number | null {
    const value = this.of(id);
    if (value instanceof Float64Array) return value.length === 1 ? (value[0] ?? NaN) : null;
    return isSame(value) ? value.start : null;
  }

  /** The number of the first lane. */
  ofFirstLane(id: number): number {
    const value = this.of(id);
    return value instanceof Float64Array ? (value[0] ?? NaN) : value.start;
  }

  /**
   * The numbers of the active lanes from `start` to before `end`, all of one wavefront, written to `out` in any order.
   * @returns how many
   */
  copy(
    id: number,
    start: number,
    end: number,
    active: Uint8Array | null,
    out: Float64Array,
  ): number {
    const value = this.of(id);
    const isLaneByLane = value instanceof Float64Array;
    if (!isLaneByLane) {
      const { lanes } = this.around;
      const first = numberAt(lanes, start);
      fillEven(value, lanes.local, first, end - start, out, active === null);
      if (active === null) return end - start;
    }
    let count = 0;
    for (let lane = start; lane < end; lane += 1) {
      if (active !== null && active[lane] !== 1) continue;
      out[count] = isLaneByLane ? at(value, lane) : (out[lane - start] ?? NaN);
      count += 1;
    }
    return count;
  }

  private of(id: number): Value {
    const bound = this.bound === outside ? undefined : this.bound.get(id);
    if (bound !== undefined) return bound;
    const node = this.graph.nodes[id];
    if (node === undefined) throw new Error(`no node ${id}`);
    const isFixed = this.graph.dependence(id).loops === 0;
    const before = isFixed ? this.base[id] : this.inner?.get(id);
    if (before !== undefined) return before;
    const value = this.compute(node);
    if (isFixed) this.base[id] = value;
    else (this.inner ??= new Map<number, Value>()).set(id, value);
    return value;
  }

  private take(length: number): Float64Array {
    const array = takeArray(length);
    this.taken.push(array);
    return array;
  }

  private lanesOf(value: Value): Float64Array {
    if (value instanceof Float64Array) return value;
    const before = this.spread?.get(value);
    if (before !== undefined) return before;
    const { start, x, y, z } = value;
    let out: Float64Array;
    if (isSame(value)) {
      out = this.take(1).fill(start);
    } else {
      const ids = (this.localIds ??= localIdsOf(this.around.lanes));
      const [across, down, deep] = ids;
      out = this.take(Math.max(...ids.map((list) => list.length)));
      for (let lane = 0; lane < out.length; lane += 1) {
        out[lane] =
          start +
          (x === 0 || across === undefined ? 0 : x * at(across, lane)) +
          (y === 0 || down === undefined ? 0 : y * at(down, lane)) +
          (z === 0 || deep === undefined ? 0 : z * at(deep, lane));
      }
    }
    (this.spread ??= new Map<Even, Float64Array>()).set(value, out);
    return out;
  }

  private compute(node: ValueNode): Value {
    const { id, operation, args } = node;
    const { lanes, scalars, trial } = this.around;
    switch (operation.op) {
      case 'const':
        return same(operation.value);
      case 'scalar':
        // Not made up: a stride that hangs on it must not pose as known.
        return same(scalars.get(operation.name) ?? NaN);
      case 'global-size':
        return same(lanes.global[operation.dimension] ?? 1);
      case 'query': {
        const { query, dimension } = operation;
        const local = lanes.local[dimension] ?? 1;
        const group = lanes.group[dimension] ?? 0;
        if (query === 'local-size') return same(local);
        if (query === 'group-id') return same(group);
        if (query === 'group-count') return same(lanes.groups[dimension] ?? 1);
        const start = query === 'local-id' ? 0 : group * local;
        const step = local > 1 ? 1 : 0;
        return even(
          start,
          dimension === 0 ? step : 0,
          dimension === 1 ? step : 0,
          dimension === 2 ? step : 0,
        );
      }
      case 'binary':
      case 'convert':
      case 'not':
      case 'math':
        return this.lanewise(node);
      case 'select': {
        const condition = args[0];
        const yes = args[1];
        const no = args[2];
        if (condition === undefined || yes === undefined || no === undefined) break;
        const holds = this.shared(condition);
        if (holds !== null)
          return Number.isNaN(holds) ? same(NaN) : this.of(holds !== 0 ? yes : no);
        return this.select(this.value(condition), this.value(yes), this.value(no));
      }
      default:
        break;
    }
    const { opaque, item, data, unknown } = this.graph.dependence(id);
    return same(opaque && !item && !data && !unknown ? madeUp(id, trial) : NaN);
  }

  private select(condition: Float64Array, yes: Float64Array, no: Float64Array): Float64Array {
    const out = this.take(Math.max(condition.length, yes.length, no.length));
    for (let lane = 0; lane < out.length; lane += 1) {
      const holds = at(condition, lane);
      out[lane] = Number.isNaN(holds) ? NaN : holds !== 0 ? at(yes, lane) : at(no, lane);
    }
    return out;
  }

  private lanewise(node: ValueNode): Value {
    const a = this.of(node.args[0] ?? node.id);
    const from = this.graph.typeOf(node.args[0] ?? 0);
    if (node.operation.op === 'convert' && keepsAll(from, node.type)) return a;
    const b = node.args[1] === undefined ? a : this.of(node.args[1]);
    if (!(a instanceof Float64Array) && !(b instanceof Float64Array)) {
      if (isSame(a) && isSame(b)) return same(functionOf(this.graph, node)(a.start, b.start));
      const value = this.even(node, from, a, b);
      if (value !== null) return value;
    }
    return this.perLane(node, this.lanesOf(a), this.lanesOf(b));
  }

  private even({ operation, type }: ValueNode, from: NumberType, a: Even, b: Even): Even | null {
    const { local } = this.around.lanes;
    if (operation.op === 'binary') return evenBinary(operation.operator, a, b, type, from, local);
    if (operation.op === 'convert') return evenConvert(a, from, type, local);
    return operation.op === 'math' ? evenMath(operation.name, a, b, type, local) : null;
  }

  private perLane(node: ValueNode, a: Float64Array, b: Float64Array): Float64Array {
    const lane = functionOf(this.graph, node);
    const { operation, type } = node;
    const out = this.take(Math.max(a.length, b.length));
    const sum = type === 'i64' || type === 'u64' ? operation : null;
    if (sum?.op === 'binary' && (sum.operator === '+' || sum.operator === '*')) {
      combine(out, a, b, sum.operator === '+');
      return out;
    }
    const isEdge =
      operation.op === 'binary' && (operation.operator === '<' || operation.operator === '>=');
    if (isEdge) {
      const isUnsigned = this.graph.typeOf(node.args[0] ?? node.id) === 'u64';
      compareAll(out, a, b, operation.operator === '<', isUnsigned);
      return out;
    }
    const [stepA, stepB] = [a.length === 1 ? 0 : 1, b.length === 1 ? 0 : 1];
    for (let place = 0, fromA = 0, fromB = 0; place < out.length; place += 1) {
      out[place] = lane(a[fromA] ?? NaN, b[fromB] ?? NaN);
      fromA += stepA;
      fromB += stepB;
    }
    return out;
  }
}

/** 64-bit numbers keep the sign of any smaller integer, and of each other. */
const keepsAll = (from: NumberType, to: NumberType): boolean =>
  (to === 'i64' || to === 'u64') && from !== 'f';
