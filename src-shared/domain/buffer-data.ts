/**
 * The data that a kernel's buffers start with: the same bytes on every machine for the same seed, so
 * that results can be compared between devices and with a reference computed elsewhere.
 *
 * Random values come from SplitMix32 (the 32-bit member of the SplitMix family of Steele, Lea and Flood,
 * "Fast Splittable Pseudorandom Number Generators", 2014: a Weyl sequence through a mixing function).
 * Draw k of a seed is u = mix(seed + (k + 1) · 0x9e3779b9), a whole number of 0 … 2³² − 1. It decides
 * speed and repeatability; it is not meant for statistics or secrets.
 *
 * - Floating-point element: low + (high − low) · u / 2³², in double, then rounded to the type.
 * - Integer element: floor(low + (high − low + 1) · u / 2³²): both ends are possible.
 * - Vectors: one draw per component. A 3-component vector has the storage of 4; the fourth is 0 and
 *   takes no draw.
 * Values outside an integer type's range wrap as a C conversion of two's complement does.
 */
import type { BufferInit } from './sweep';

export type ScalarType =
  | 'char'
  | 'uchar'
  | 'short'
  | 'ushort'
  | 'int'
  | 'uint'
  | 'long'
  | 'ulong'
  | 'half'
  | 'float'
  | 'double';

/** An OpenCL C scalar or vector type, taken apart. */
export interface ElementType {
  readonly scalar: ScalarType;
  /** Components that the program sees: 1, 2, 3, 4, 8 or 16. */
  readonly components: number;
  /** Components that lie in memory: as above, but 4 for 3. */
  readonly stored: number;
  readonly scalarBytes: number;
  /** Bytes of one element, padding included. */
  readonly bytes: number;
  readonly isFloat: boolean;
}

const scalarBytes: Readonly<Record<ScalarType, number>> = {
  char: 1,
  uchar: 1,
  short: 2,
  ushort: 2,
  int: 4,
  uint: 4,
  long: 8,
  ulong: 8,
  half: 2,
  float: 4,
  double: 8,
};

/** Spellings of C that clGetKernelArgInfo or a spec may use. `size_t` is taken as 64 bits wide. */
const spellings: ReadonlyMap<string, ScalarType> = new Map<string, ScalarType>([
  ...Object.keys(scalarBytes).map((name) => [name, name as ScalarType] as const),
  ['signed char', 'char'],
  ['unsigned char', 'uchar'],
  ['signed short', 'short'],
  ['unsigned short', 'ushort'],
  ['signed', 'int'],
  ['signed int', 'int'],
  ['unsigned', 'uint'],
  ['unsigned int', 'uint'],
  ['signed long', 'long'],
  ['unsigned long', 'ulong'],
  ['size_t', 'ulong'],
  ['ptrdiff_t', 'long'],
]);

/** The type taken apart; null when it is no scalar or vector type of OpenCL C (a struct, an image …). */
export const elementType = (type: string): ElementType | null => {
  const match = /^([a-z_ ]*?[a-z_])(2|3|4|8|16)?$/.exec(type.trim().replace(/\s+/g, ' '));
  const scalar = spellings.get(match?.[1] ?? '');
  if (scalar === undefined) return null;
  const components = Number(match?.[2] ?? 1);
  const stored = components === 3 ? 4 : components;
  return {
    scalar,
    components,
    stored,
    scalarBytes: scalarBytes[scalar],
    bytes: scalarBytes[scalar] * stored,
    isFloat: scalar === 'half' || scalar === 'float' || scalar === 'double',
  };
};

/** One function per seed: each call is the next draw, 0 … 2³² − 1. */
export const splitMix32 = (seed: number): (() => number) => {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    mixed ^= mixed >>> 15;
    return mixed >>> 0;
  };
};

const floatScratch = new Float32Array(1);
const bitsScratch = new Uint32Array(floatScratch.buffer);

/** IEEE 754 binary16 bits of a number, rounded to nearest, ties to even. */
export const toHalfBits = (value: number): number => {
  floatScratch[0] = value;
  const bits = bitsScratch[0] ?? 0;
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00;
  if (magnitude >= 0x47800000) return sign | 0x7c00;
  if (magnitude < 0x38800000) {
    // Subnormal: the value in units of 2^-24, which a double holds exactly; ties to even by hand.
    floatScratch[0] = value;
    const units = Math.abs(floatScratch[0]) * 2 ** 24;
    const floor = Math.floor(units);
    const rest = units - floor;
    return sign | (rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor);
  }
  const rounded = magnitude + 0xfff + ((magnitude >>> 13) & 1);
  return sign | Math.min(0x7c00, (rounded - 0x38000000) >>> 13);
};

/** The number that binary16 bits stand for. */
export const fromHalfBits = (bits: number): number => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
};

/** Writes one component at a scalar index. */
type Store = (index: number, value: number) => void;

const makeStore = (scalar: ScalarType, buffer: ArrayBuffer): Store => {
  switch (scalar) {
    case 'float': {
      const view = new Float32Array(buffer);
      return (index, value) => (view[index] = value);
    }
    case 'double': {
      const view = new Float64Array(buffer);
      return (index, value) => (view[index] = value);
    }
    case 'half': {
      const view = new Uint16Array(buffer);
      return (index, value) => (view[index] = toHalfBits(value));
    }
    case 'long':
    case 'ulong': {
      // Two halves instead of a bigint per element; the low half first, as all of OpenCL's hosts are little-endian.
      const view = new Uint32Array(buffer);
      return (index, value) => {
        const whole = Math.trunc(value);
        view[2 * index] = whole;
        view[2 * index + 1] = Math.floor(whole / 2 ** 32);
      };
    }
    case 'char':
    case 'uchar': {
      const view = new Uint8Array(buffer);
      return (index, value) => (view[index] = value);
    }
    case 'short':
    case 'ushort': {
      const view = new Uint16Array(buffer);
      return (index, value) => (view[index] = value);
    }
    default: {
      const view = new Uint32Array(buffer);
      return (index, value) => (view[index] = value);
    }
  }
};

/** The next component's value; `element` is the element's index, the same for all its components. */
const makeSource = (init: BufferInit, isFloat: boolean): ((element: number) => number) => {
  if ('constant' in init) return () => init.constant;
  if ('index' in init) return (element) => element;
  const [low, high] = init.random;
  const draw = splitMix32(init.seed);
  const scale = (isFloat ? high - low : high - low + 1) / 2 ** 32;
  return isFloat ? () => low + scale * draw() : () => Math.floor(low + scale * draw());
};

/**
 * The bytes of a buffer of `count` elements. Throws RangeError for a type that `elementType` does not
 * know: check that first.
 */
export const fillBuffer = (
  init: BufferInit,
  type: string,
  count: number,
): Uint8Array<ArrayBuffer> => {
  const element = elementType(type);
  if (element === null) throw new RangeError(`"${type}" is no scalar or vector type of OpenCL C`);
  const bytes = new Uint8Array(count * element.bytes);
  const store = makeStore(element.scalar, bytes.buffer);
  const next = makeSource(init, element.isFloat);
  for (let index = 0; index < count; index++) {
    for (let component = 0; component < element.components; component++) {
      store(index * element.stored + component, next(index));
    }
  }
  return bytes;
};
