/**
 * C's arithmetic for the numbers of one lane: what an operation of a graph gives. NaN marks what C leaves
 * undefined, what was not followed, and numbers beyond 2^53.
 */
import type { BinaryOp } from './syntax';
import type { MathName, NumberType, ValueGraph, ValueNode } from './value-graph';

/** The result of one lane; operations on one value leave the second out. */
export type Binary = (a: number, b: number) => number;

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
export const unsigned = (value: number): number => (value < 0 ? value + two64 : value);

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

/** NaN beyond 2^53. */
export const exact = (value: number): number =>
  Math.abs(value) > Number.MAX_SAFE_INTEGER ? NaN : value;

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

// One function per node, for as long as its graph lives.
const functionsOf = new WeakMap<ValueGraph, Map<number, Binary>>();

/** What the operation of a node does with the numbers of one lane. */
export const functionOf = (graph: ValueGraph, node: ValueNode): Binary => {
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
