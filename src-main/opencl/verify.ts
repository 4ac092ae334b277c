/**
 * Compares a configuration's output with the reference output of the same buffer. Pure.
 *
 * Floating-point outputs are compared by relative L2 error, ‖a − r‖₂ / ‖r‖₂, against the buffer's
 * tolerance, because drivers may fuse multiply and add and honest results differ in their last bits.
 * Integers are compared exactly. `sum` compares the totals only: partial sums of groups differ by
 * size and are right all the same. NaN equals NaN in the same place, an infinity equals itself; anything
 * else beside a number is an error beyond every tolerance. Padding of 3-component vectors is ignored.
 */
import { elementType, fromHalfBits } from '@shared/domain/buffer-data';
import type { ElementType } from '@shared/domain/buffer-data';
import type { CompareMode } from '@shared/domain/sweep';

export interface OutputFacts {
  readonly allZero: boolean;
  readonly notFinite: boolean;
  /** Some value is too small for the type's full precision: some hardware is slower with such. */
  readonly hasSubnormal: boolean;
}

export interface Comparison {
  readonly right: boolean;
  /** Number.MAX_VALUE where the error is not finite: it must survive being written as JSON. */
  readonly relativeL2: number;
  /** Largest distance in representable values, for `float` compared by element; null for other types and sums. */
  readonly maxUlp: number | null;
}

type Numbers =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

const decodeHalf = (bits: Uint16Array): Float32Array => Float32Array.from(bits, fromHalfBits);

/** Components as numbers; 64-bit integers lose their lowest bits beyond 2^53 (their equality is checked by byte). */
const numbersOf = (bytes: Uint8Array<ArrayBuffer>, element: ElementType): Numbers => {
  const whole = Math.floor(bytes.length / element.scalarBytes);
  const { buffer, byteOffset } = bytes;
  switch (element.scalar) {
    case 'float':
      return new Float32Array(buffer, byteOffset, whole);
    case 'double':
      return new Float64Array(buffer, byteOffset, whole);
    case 'half':
      return decodeHalf(new Uint16Array(buffer, byteOffset, whole));
    case 'char':
      return new Int8Array(buffer, byteOffset, whole);
    case 'uchar':
      return new Uint8Array(buffer, byteOffset, whole);
    case 'short':
      return new Int16Array(buffer, byteOffset, whole);
    case 'ushort':
      return new Uint16Array(buffer, byteOffset, whole);
    case 'int':
      return new Int32Array(buffer, byteOffset, whole);
    case 'uint':
      return new Uint32Array(buffer, byteOffset, whole);
    case 'long':
      return Float64Array.from(new BigInt64Array(buffer, byteOffset, whole), Number);
    case 'ulong':
      return Float64Array.from(new BigUint64Array(buffer, byteOffset, whole), Number);
  }
};

/** The fourth component of a 3-component vector is not the kernel's. */
const isPadding = (index: number, element: ElementType): boolean =>
  element.components === 3 && index % 4 === 3;

const elementOf = (type: string): ElementType => {
  const element = elementType(type);
  if (element === null) throw new RangeError(`"${type}" is no scalar or vector type of OpenCL C`);
  return element;
};

/** The smallest value of full precision; 0 for integers. */
const smallestNormal = ({ scalar }: ElementType): number => {
  switch (scalar) {
    case 'half':
      return 2 ** -14;
    case 'float':
      return 2 ** -126;
    case 'double':
      return 2 ** -1022;
    default:
      return 0;
  }
};

/** What is odd about an output by itself. */
export const describeOutput = (bytes: Uint8Array<ArrayBuffer>, type: string): OutputFacts => {
  const element = elementOf(type);
  const numbers = numbersOf(bytes, element);
  let allZero = true;
  let notFinite = false;
  let hasSubnormal = false;
  const normal = smallestNormal(element);
  for (let index = 0; index < numbers.length; index++) {
    if (isPadding(index, element)) continue;
    const value = numbers[index] ?? 0;
    if (value !== 0) allZero = false;
    if (value !== 0 && Math.abs(value) < normal) hasSubnormal = true;
    if (!Number.isFinite(value)) notFinite = true;
  }
  return { allZero, notFinite, hasSubnormal };
};

const difference = (actual: number, reference: number): number => {
  if (Object.is(actual, reference) || actual === reference) return 0;
  const gap = actual - reference;
  return Number.isFinite(gap) ? gap : Infinity;
};

const relative = (error: number, norm: number): number => {
  if (error === 0) return 0;
  const ratio = norm === 0 ? Infinity : error / norm;
  return Number.isFinite(ratio) ? ratio : Number.MAX_VALUE;
};

const relativeL2 = (actual: Numbers, reference: Numbers, element: ElementType): number => {
  let errors = 0;
  let squares = 0;
  for (let index = 0; index < reference.length; index++) {
    if (isPadding(index, element)) continue;
    const expected = reference[index] ?? 0;
    const gap = difference(actual[index] ?? 0, expected);
    errors += gap * gap;
    if (Number.isFinite(expected)) squares += expected * expected;
  }
  return relative(Math.sqrt(errors), Math.sqrt(squares));
};

/** Float bits on a line on which neighbouring floats are neighbouring whole numbers. */
const ordered = (bits: number): number => (bits < 0 ? -(bits & 0x7fffffff) : bits);

const maxUlp = (
  actual: Uint8Array<ArrayBuffer>,
  reference: Uint8Array<ArrayBuffer>,
  element: ElementType,
): number | null => {
  if (element.scalar !== 'float') return null;
  const count = Math.floor(reference.length / 4);
  const left = new Int32Array(actual.buffer, actual.byteOffset, count);
  const right = new Int32Array(reference.buffer, reference.byteOffset, count);
  let most = 0;
  for (let index = 0; index < count; index++) {
    if (isPadding(index, element)) continue;
    most = Math.max(most, Math.abs(ordered(left[index] ?? 0) - ordered(right[index] ?? 0)));
  }
  return most;
};

const equalBytes = (
  actual: Uint8Array<ArrayBuffer>,
  reference: Uint8Array<ArrayBuffer>,
  element: ElementType,
): boolean => {
  if (element.components !== 3) return Buffer.compare(actual, reference) === 0;
  return reference.every(
    (byte, index) =>
      isPadding(Math.floor(index / element.scalarBytes), element) || byte === actual[index],
  );
};

/** Exact for integers of up to 32 bits. */
const total = (numbers: Numbers, element: ElementType): number => {
  let sum = 0;
  for (let index = 0; index < numbers.length; index++) {
    if (!isPadding(index, element)) sum += numbers[index] ?? 0;
  }
  return sum;
};

const compareSums = (
  actual: Numbers,
  reference: Numbers,
  element: ElementType,
  tolerance: number,
): Comparison => {
  const expected = total(reference, element);
  const error = relative(
    Math.abs(difference(total(actual, element), expected)),
    Math.abs(expected),
  );
  const allowed = element.isFloat ? tolerance : 0;
  return { right: error <= allowed, relativeL2: error, maxUlp: null };
};

/**
 * Compares by element or by sum. By element only the bytes that both have are compared: an output may
 * be longer for a size that was padded further. A `sum` output counts each in full.
 */
export const compareOutputs = (
  actual: Uint8Array<ArrayBuffer>,
  reference: Uint8Array<ArrayBuffer>,
  type: string,
  mode: Exclude<CompareMode, 'none'>,
  tolerance: number,
): Comparison => {
  const element = elementOf(type);
  if (mode === 'sum') {
    const [left, right] = [numbersOf(actual, element), numbersOf(reference, element)];
    return compareSums(left, right, element, tolerance);
  }
  const common = Math.min(actual.length, reference.length);
  const left = actual.subarray(0, common);
  const right = reference.subarray(0, common);
  if (equalBytes(left, right, element)) {
    return { right: true, relativeL2: 0, maxUlp: element.scalar === 'float' ? 0 : null };
  }
  const error = relativeL2(numbersOf(left, element), numbersOf(right, element), element);
  const isRight = element.isFloat && error <= tolerance;
  return {
    right: isRight,
    // Integers that differ only in bits that a double cannot hold still differ.
    relativeL2: isRight || error > 0 || element.isFloat ? error : Number.EPSILON,
    maxUlp: maxUlp(left, right, element),
  };
};
