/**
 * Sizes of types in memory and the arithmetic in which their values take part. Decides by OpenCL C's rules
 * (6.1.5, and C's natural alignment for structures); null where a structure holds what it does not know.
 */
import { parseType } from '../opencl-types';
import type { ProgramText, TypeName } from './syntax';
import type { NumberType } from './value-graph';

export interface Layout {
  readonly bytes: number;
  readonly alignment: number;
}

export interface FieldPlace {
  readonly offset: number;
  readonly type: TypeName;
  readonly isArray: boolean;
}

const deepest = 8;

/** The type behind its aliases. */
export const resolveType = (type: TypeName, program: ProgramText): TypeName => {
  let current = type;
  for (let depth = 0; depth < deepest; depth += 1) {
    const alias = program.aliases.get(current.base);
    if (alias === undefined) return current;
    current = {
      base: alias.base,
      pointers: alias.pointers + current.pointers,
      space: current.space,
    };
  }
  return current;
};

/** Bytes and alignment of an element; null: not known. */
export const layoutOf = (type: TypeName, program: ProgramText, depth = 0): Layout | null => {
  const { base, pointers } = resolveType(type, program);
  if (pointers > 0) return { bytes: 8, alignment: 8 };
  if (base === 'bool') return { bytes: 1, alignment: 1 };
  const plain = parseType(base);
  if (plain !== null) return { bytes: plain.bytes, alignment: plain.bytes };
  const fields = depth < deepest ? program.structs.get(base) : undefined;
  if (fields === undefined || fields.length === 0) return null;
  let [end, alignment] = [0, 1];
  for (const field of fields) {
    const layout = layoutOf(field.type, program, depth + 1);
    if (layout === null || field.count === null) return null;
    end = Math.ceil(end / layout.alignment) * layout.alignment + layout.bytes * field.count;
    alignment = Math.max(alignment, layout.alignment);
  }
  return { bytes: Math.ceil(end / alignment) * alignment, alignment };
};

/** Where a field lies in its structure; null: no such field, or not known. */
export const fieldOf = (type: TypeName, name: string, program: ProgramText): FieldPlace | null => {
  let end = 0;
  for (const field of program.structs.get(resolveType(type, program).base) ?? []) {
    const layout = layoutOf(field.type, program);
    if (layout === null) return null;
    const offset = Math.ceil(end / layout.alignment) * layout.alignment;
    if (field.name === name) return { offset, type: field.type, isArray: field.count !== 1 };
    if (field.count === null) return null;
    end = offset + layout.bytes * field.count;
  }
  return null;
};

/** Components that `.xyz`, `.s03`, `.lo` name in a vector of `width`; null: none of these. */
export const componentsOf = (name: string, width: number): readonly number[] | null => {
  const all = Array.from({ length: width === 3 ? 4 : width }, (_, at) => at);
  const half = all.length / 2;
  if (name === 'lo') return all.slice(0, half);
  if (name === 'hi') return all.slice(half);
  if (name === 'even') return all.filter((at) => at % 2 === 0);
  if (name === 'odd') return all.filter((at) => at % 2 === 1);
  const digits = /^[sS]([\da-fA-F]+)$/.exec(name)?.[1];
  const places = digits
    ? digits.split('').map((digit) => parseInt(digit, 16))
    : name.split('').map((letter) => 'xyzw'.indexOf(letter));
  return places.every((place) => place >= 0 && place < all.length) ? places : null;
};

/** The arithmetic of a scalar type; structures and unknown types count as 64-bit numbers. */
export const numberTypeOf = (base: string): NumberType => {
  const type = parseType(base);
  if (type === null) return base === 'bool' ? 'i32' : 'i64';
  if (type.kind === 'float') return 'f';
  if (type.componentBytes === 8) return type.kind === 'unsigned' ? 'u64' : 'i64';
  return type.componentBytes === 4 && type.kind === 'unsigned' ? 'u32' : 'i32';
};
