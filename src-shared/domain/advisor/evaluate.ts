/**
 * Values of a kernel's graph for the lanes of a group. Decides by C's arithmetic, lane by lane; NaN
 * marks what C leaves undefined, what was not followed, and numbers beyond 2^53.
 */
import type { LoweredLoop } from './lowered';
import type { MathName, NumberType, ValueGraph, ValueNode } from './value-graph';
import type { BinaryOp } from './syntax';

/** Work-items of a group, by whole wavefronts, and what surrounds them. Always three dimensions. */
export interface Lanes {
  readonly count: number;
  /** The wavefronts of the group that they are, one after the other, and how many of it each stands for. */
  readonly wavefronts: readonly { readonly place: number; readonly weight: number }[];
  /** Lanes of a wavefront: those from 0, from `width`, from 2 × `width` … run together. */
  readonly width: number;
  /** By dimension, then lane; at least `count` long, or one number for all lanes. */
  readonly localIds: readonly Float64Array[];
  readonly local: readonly number[];
  readonly groups: readonly number[];
  readonly group: readonly number[];
  /** What get_global_size gives. */
  readonly global: readonly number[];
}

export interface Surroundings {
  readonly lanes: Lanes;
  readonly scalars: ReadonlyMap<string, number>;
  /** Which of several made-up values the values stand for that are the same for all lanes but not known. */
  readonly trial: number;
}

type Binary = (a: number, b: number) => number;

const two32 = 2 ** 32;
const two64 = 2 ** 64;

/** Brings an exact result into the range of its type; 64-bit numbers keep any sign as long as they are exact. */
const wrap = (value: number, type: NumberType): number => {
  if (type === 'f') return value;
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return NaN;
  if (type === 'u32')
    return value >= 0 && value < two32 ? value : value - Math.floor(value / two32) * two32;
  if (type === 'i32') return value >= -2147483648 && value <= 2147483647 ? value : NaN;
  return value;
};

const convert = (value: number, from: NumberType, to: NumberType): number => {
  if (to === 'f') return from === 'u64' && value < 0 ? value + two64 : value;
  if (from === 'f') {
    const near = Math.round(value);
    // Single and double precision could fall on either side of a whole number.
    if (Math.abs(value) > 2 ** 23 || (value !== near && Math.abs(value - near) < 1e-3)) return NaN;
    return wrap(Math.trunc(value), to);
  }
  if (to === 'i32') {
    const low = wrap(value, 'u32');
    return low > 2147483647 ? low - two32 : low;
  }
  return wrap(value, to);
};

const bitwise = (a: number, b: number, on: (x: number, y: number) => number): number => {
  const high = on(Math.floor(a / two32), Math.floor(b / two32));
  return high * two32 + (on(a, b) >>> 0);
};

const integerBinary = (operator: BinaryOp, a: number, b: number, type: NumberType): number => {
  // A negative number in 64 unsigned bits is a huge one: exact sums and products do not mind.
  const isHuge = type === 'u64' && (a < 0 || b < 0);
  switch (operator) {
    case '+':
      return wrap(a + b, type);
    case '-':
      return wrap(a - b, type);
    case '*':
      if (type === 'u32') return Math.imul(a, b) >>> 0;
      return wrap(a * b, type);
    case '/':
      return b === 0 || isHuge ? NaN : Math.trunc(a / b);
    case '%':
      return b === 0 || isHuge ? NaN : a % b;
    case '<<':
      return b < 0 || b > 52
        ? NaN
        : type === 'u32'
          ? wrap(a * 2 ** (b % 32), type)
          : wrap(a * 2 ** b, type);
    case '>>':
      return b < 0 || b > 63 || isHuge
        ? NaN
        : Math.floor(a / 2 ** (type === 'i32' || type === 'u32' ? b % 32 : b));
    case '&':
      return bound(
        bitwise(a, b, (x, y) => x & y),
        type,
      );
    case '|':
      return bound(
        bitwise(a, b, (x, y) => x | y),
        type,
      );
    case '^':
      return bound(
        bitwise(a, b, (x, y) => x ^ y),
        type,
      );
    default:
      return NaN;
  }
};

const bound = (value: number, type: NumberType): number =>
  type === 'i32' || type === 'u32' ? convert(value, 'i64', type) : wrap(value, type);

/** A negative number in 64 unsigned bits, as the huge one that it is. */
const unsigned = (value: number): number => (value < 0 ? value + two64 : value);

const compare = (operator: BinaryOp, of: NumberType): Binary => {
  const test = comparisons.get(operator) ?? ((a, b) => a !== b);
  const known: Binary = (a, b) => (Number.isNaN(a) || Number.isNaN(b) ? NaN : test(a, b) ? 1 : 0);
  return of === 'u64' ? (a, b) => known(unsigned(a), unsigned(b)) : known;
};

const comparisons: ReadonlyMap<string, (a: number, b: number) => boolean> = new Map([
  ['<', (a: number, b: number) => a < b],
  ['>', (a: number, b: number) => a > b],
  ['<=', (a: number, b: number) => a <= b],
  ['>=', (a: number, b: number) => a >= b],
  ['==', (a: number, b: number) => a === b],
]);

const floating = (operator: BinaryOp, a: number, b: number): number => {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? NaN : a / b;
    default:
      return NaN;
  }
};

const both: Binary = (a, b) => (a === 0 || b === 0 ? 0 : Number.isNaN(a + b) ? NaN : 1);
const either: Binary = (a, b) =>
  (a !== 0 && !Number.isNaN(a)) || (b !== 0 && !Number.isNaN(b))
    ? 1
    : Number.isNaN(a + b)
      ? NaN
      : 0;

/** The function of one lane, for operands of type `of`. */
const binaryOf = (operator: BinaryOp, type: NumberType, of: NumberType): Binary => {
  if (operator === '&&') return both;
  if (operator === '||') return either;
  if (/^[<>]=?$|^[!=]=$/.test(operator)) return compare(operator, of);
  if (type === 'f') return (a, b) => floating(operator, a, b);
  return (a, b) => integerBinary(operator, a, b, type);
};

const exact = (value: number): number => (Math.abs(value) > Number.MAX_SAFE_INTEGER ? NaN : value);

const isLess = (a: number, b: number, type: NumberType): boolean =>
  type === 'u64' ? unsigned(a) < unsigned(b) : a < b;

const popcount = (value: number): number =>
  value < 0 ? NaN : value.toString(2).replaceAll('0', '').length;

const math = (name: MathName, a: number, b: number, type: NumberType): number => {
  switch (name) {
    case 'min':
      return Number.isNaN(a) || Number.isNaN(b) ? NaN : isLess(b, a, type) ? b : a;
    case 'max':
      return Number.isNaN(a) || Number.isNaN(b) ? NaN : isLess(a, b, type) ? b : a;
    case 'abs':
      return Math.abs(a);
    case 'floor':
      return Math.floor(a);
    case 'ceil':
      return Math.ceil(a);
    case 'sqrt':
      return Math.sqrt(a);
    case 'trunc':
      return Math.trunc(a);
    case 'popcount':
      return popcount(type === 'i32' ? a >>> 0 : a);
    case 'clz':
      return type === 'i32' || type === 'u32' ? Math.clz32(a) : NaN;
    case 'round':
      return Math.sign(a) * Math.floor(Math.abs(a) + 0.5);
    case 'rint':
      return Math.abs(a % 1) === 0.5 ? 2 * Math.round(a / 2) : Math.round(a);
  }
};

/** Values that stand for one that all lanes share but nobody knows: unlike each other, and unlike round ones. */
const madeUp = (node: number, trial: number): number =>
  trial === 0 ? 2 + (node % 5) : (trial === 1 ? 1003 : 70_001) + 2 * node;

/** Where a loop stands: the values that its variables have there. */
export type Iteration = ReadonlyMap<number, Float64Array>;

// One function per node, for as long as its graph lives.
const functionsOf = new WeakMap<ValueGraph, Map<number, Binary>>();

const functionOf = (graph: ValueGraph, node: ValueNode): Binary => {
  let functions = functionsOf.get(graph);
  if (functions === undefined) functionsOf.set(graph, (functions = new Map()));
  let found = functions.get(node.id);
  if (found === undefined) {
    const { operation, type, args } = node;
    const from = graph.typeOf(args[0] ?? node.id);
    found =
      operation.op === 'binary'
        ? binaryOf(operation.operator, type, from)
        : operation.op === 'math'
          ? (a, b) => math(operation.name, a, b, type)
          : operation.op === 'not'
            ? (a) => (Number.isNaN(a) ? NaN : Number(a === 0))
            : (a) => convert(a, from, type);
    functions.set(node.id, found);
  }
  return found;
};

// Hundreds of shapes are evaluated one after the other: making an array for each value costs more than filling it.
const spare = new Map<number, Float64Array[]>();
const mostSpare = 64;

/** Not within any loop. */
export const outside: Iteration = new Map();

/** Values of a graph. An array of one number stands for the same number in all lanes; others may be too long. */
export class Evaluation {
  private readonly base: (Float64Array | undefined)[] = [];
  private inner: Map<number, Float64Array> | null = null;
  private bound: Iteration = outside;
  private readonly taken: Float64Array[] = [];

  constructor(
    private readonly graph: ValueGraph,
    readonly around: Surroundings,
  ) {}

  /** Gives back the memory of all values: nothing that it returned may be read any more. */
  release(): void {
    for (const array of this.taken) {
      const kept = spare.get(array.length);
      if (kept === undefined) spare.set(array.length, [array]);
      else if (kept.length < mostSpare) kept.push(array);
    }
    this.taken.length = 0;
    this.base.length = 0;
    this.inner = null;
    this.bound = outside;
  }

  /** An array whose every place is going to be written. */
  private take(length: number): Float64Array {
    const array = spare.get(length)?.pop() ?? new Float64Array(length);
    this.taken.push(array);
    return array;
  }

  private same(value: number): Float64Array {
    return this.take(1).fill(value);
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
    for (const phi of loop.phis) start.set(phi, this.value(this.graph.nodes[phi]?.args[0] ?? phi));
    return start;
  }

  /** The variables one iteration later, from the present one. */
  next(loop: LoweredLoop): Iteration {
    const after = new Map(this.bound);
    for (const phi of loop.phis) after.set(phi, this.value(this.graph.nodes[phi]?.args[1] ?? phi));
    return after;
  }

  /** One number per lane (and perhaps more behind them), or one for all. */
  value(id: number): Float64Array {
    const bound = this.bound === outside ? undefined : this.bound.get(id);
    if (bound !== undefined) return bound;
    const node = this.graph.nodes[id];
    if (node === undefined) throw new Error(`no node ${id}`);
    const isFixed = this.graph.dependence(id).loops === 0;
    const before = isFixed ? this.base[id] : this.inner?.get(id);
    if (before !== undefined) return before;
    const value = this.compute(node);
    if (isFixed) this.base[id] = value;
    else (this.inner ??= new Map<number, Float64Array>()).set(id, value);
    return value;
  }

  private compute(node: ValueNode): Float64Array {
    const { id, operation, args } = node;
    const { lanes, scalars, trial } = this.around;
    switch (operation.op) {
      case 'const':
        return this.same(operation.value);
      case 'scalar':
        // Not made up: a stride that hangs on it must not pose as known.
        return this.same(scalars.get(operation.name) ?? NaN);
      case 'global-size':
        return this.same(lanes.global[operation.dimension] ?? 1);
      case 'query': {
        const { query, dimension } = operation;
        const [local, group] = [lanes.local[dimension] ?? 1, lanes.group[dimension] ?? 0];
        if (query === 'local-size') return this.same(local);
        if (query === 'group-id') return this.same(group);
        if (query === 'group-count') return this.same(lanes.groups[dimension] ?? 1);
        const ids = lanes.localIds[dimension] ?? this.same(0);
        const start = group * local;
        if (query === 'local-id' || start === 0) return ids;
        const out = this.take(ids.length);
        for (let lane = 0; lane < out.length; lane += 1) out[lane] = start + (ids[lane] ?? 0);
        return out;
      }
      case 'binary':
      case 'convert':
      case 'not':
      case 'math':
        return this.lanewise(node);
      case 'select': {
        const [condition, yes, no] = args.map((arg) => this.value(arg));
        if (condition === undefined || yes === undefined || no === undefined) break;
        const out = this.take(Math.max(condition.length, yes.length, no.length));
        for (let lane = 0; lane < out.length; lane += 1) {
          const holds = at(condition, lane);
          out[lane] = Number.isNaN(holds) ? NaN : holds !== 0 ? at(yes, lane) : at(no, lane);
        }
        return out;
      }
      default:
        break;
    }
    const { opaque, item, data, unknown } = this.graph.dependence(id);
    return this.same(opaque && !item && !data && !unknown ? madeUp(id, trial) : NaN);
  }

  private lanewise(node: ValueNode): Float64Array {
    const a = this.value(node.args[0] ?? node.id);
    if (
      node.operation.op === 'convert' &&
      isSame(this.graph.typeOf(node.args[0] ?? 0), node.type)
    ) {
      return a;
    }
    const b = node.args[1] === undefined ? a : this.value(node.args[1]);
    const lane = functionOf(this.graph, node);
    if (a.length === 1 && b.length === 1) return this.same(lane(a[0] ?? NaN, b[0] ?? NaN));
    const out = this.take(Math.max(a.length, b.length));
    const sum = node.type === 'i64' || node.type === 'u64' ? node.operation : null;
    if (sum?.op === 'binary' && (sum.operator === '+' || sum.operator === '*')) {
      combine(out, a, b, sum.operator === '+');
      return out;
    }
    const { operation } = node;
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
const isSame = (from: NumberType, to: NumberType): boolean =>
  (to === 'i64' || to === 'u64') && from !== 'f';

/** Sums and products of 64-bit numbers, the greater part of all work, without a call for each lane. */
const combine = (out: Float64Array, a: Float64Array, b: Float64Array, isSum: boolean): void => {
  // Both are commutative: what is the same for all lanes stands on the right.
  const [many, other] = a.length === 1 ? [b, a] : [a, b];
  if (other.length === 1) {
    const one = other[0] ?? NaN;
    if (isSum)
      for (let lane = 0; lane < out.length; lane += 1) out[lane] = (many[lane] ?? NaN) + one;
    else for (let lane = 0; lane < out.length; lane += 1) out[lane] = (many[lane] ?? NaN) * one;
  } else {
    for (let lane = 0; lane < out.length; lane += 1) {
      const [left, right] = [many[lane] ?? NaN, other[lane] ?? NaN];
      out[lane] = isSum ? left + right : left * right;
    }
  }
  // Beyond 2^53 a number is not known: seldom, so that one look at all of them comes cheaper than one at each.
  let isExact = true;
  for (let lane = 0; lane < out.length; lane += 1) {
    if (Math.abs(out[lane] ?? 0) > Number.MAX_SAFE_INTEGER) isExact = false;
  }
  if (!isExact)
    for (let lane = 0; lane < out.length; lane += 1) out[lane] = exact(out[lane] ?? NaN);
};

/** The comparisons that kernels make most, of any type: as `compare`, without a call for each lane. */
const compareAll = (
  out: Float64Array,
  a: Float64Array,
  b: Float64Array,
  isLessThan: boolean,
  isUnsigned: boolean,
): void => {
  const [stepA, stepB] = [a.length === 1 ? 0 : 1, b.length === 1 ? 0 : 1];
  for (let lane = 0; lane < out.length; lane += 1) {
    let [left, right] = [a[lane * stepA] ?? NaN, b[lane * stepB] ?? NaN];
    if (isUnsigned && (left < 0 || right < 0)) [left, right] = [unsigned(left), unsigned(right)];
    const holds = isLessThan ? left < right : left >= right;
    out[lane] = Number.isNaN(left) || Number.isNaN(right) ? NaN : holds ? 1 : 0;
  }
};

/** The number of one lane. */
export const at = (values: Float64Array, lane: number): number =>
  values[values.length === 1 ? 0 : lane] ?? NaN;
