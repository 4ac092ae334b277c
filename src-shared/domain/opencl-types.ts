/**
 * The sizes and ranges of OpenCL C's built-in types, as host code sees them. Decides what a type name
 * means; refuses nothing itself: a name that it does not know (a struct, an image, `bool`) is null.
 */
export type NumberKind = 'signed' | 'unsigned' | 'float';

export interface OpenClType {
  /** The scalar type: `float` for `float4`. */
  readonly base: string;
  /** Components: 1 for a scalar. */
  readonly width: 1 | 2 | 3 | 4 | 8 | 16;
  readonly kind: NumberKind;
  /** Bytes of one component. */
  readonly componentBytes: number;
  /** Bytes of one element in a buffer: a vector of 3 takes the room of 4 (OpenCL C 6.1.5). */
  readonly bytes: number;
}

const scalars: ReadonlyMap<string, readonly [kind: NumberKind, bytes: number]> = new Map([
  ['char', ['signed', 1]],
  ['uchar', ['unsigned', 1]],
  ['short', ['signed', 2]],
  ['ushort', ['unsigned', 2]],
  ['int', ['signed', 4]],
  ['uint', ['unsigned', 4]],
  ['long', ['signed', 8]],
  ['ulong', ['unsigned', 8]],
  ['half', ['float', 2]],
  ['float', ['float', 4]],
  ['double', ['float', 8]],
  // As on a 64-bit device: every device that the product has met.
  ['size_t', ['unsigned', 8]],
  ['ptrdiff_t', ['signed', 8]],
  ['intptr_t', ['signed', 8]],
  ['uintptr_t', ['unsigned', 8]],
]);

const widths = [2, 3, 4, 8, 16] as const;

/** What a type name means; null for what is not a number or a vector of numbers. */
export function parseType(name: string): OpenClType | null {
  const scalar = scalars.get(name);
  if (scalar) {
    const [kind, size] = scalar;
    return { base: name, width: 1, kind, componentBytes: size, bytes: size };
  }
  const match = /^([a-z]+)(\d+)$/.exec(name);
  const base = match?.[1] ?? '';
  const width = widths.find((candidate) => String(candidate) === match?.[2]);
  const component = scalars.get(base);
  if (width === undefined || !component) return null;
  const [kind, size] = component;
  return { base, width, kind, componentBytes: size, bytes: size * (width === 3 ? 4 : width) };
}

/** Bytes of one element of a buffer of this type; null for a type that is not a number or a vector. */
export const typeBytes = (name: string): number | null => parseType(name)?.bytes ?? null;

/** The smallest and largest value of an integer type; null for floating point. */
export function integerRange(type: OpenClType): readonly [low: bigint, high: bigint] | null {
  if (type.kind === 'float') return null;
  const bits = BigInt(type.componentBytes * 8);
  return type.kind === 'unsigned'
    ? [0n, (1n << bits) - 1n]
    : [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n];
}

/** The largest finite value of a floating-point type; null for integers. */
export function largestFloat(type: OpenClType): number | null {
  if (type.kind !== 'float') return null;
  return { 2: 65504, 4: 3.4028234663852886e38 }[type.componentBytes] ?? Number.MAX_VALUE;
}
