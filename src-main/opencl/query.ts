/**
 * Reads values out of OpenCL's `clGet…Info` functions. Each reading is a Property: a value, or the
 * name of the error in its place, so that one odd driver answer hides nothing else.
 */
import type { Property } from '@shared/domain/device';
import type { Memory } from './binding';
import { statusName } from './status';

/** A `clGet…Info` call with its object filled in. */
export type InfoCall = (name: number, size: number, value: Memory, sizeReturned: Memory) => number;

/** Drivers have returned nonsense sizes; no property of ours is near this. */
const largestProperty = 16 * 1024 * 1024;

const decoder = new TextDecoder();

/** The raw bytes of a property. */
export const readBytes = (call: InfoCall, name: number): Property<Uint8Array<ArrayBuffer>> => {
  const size = new BigUint64Array(1);
  const asked = call(name, 0, null, size);
  if (asked !== 0) return { ok: false, error: statusName(asked) };
  const length = Number(size[0]);
  if (length > largestProperty) return { ok: false, error: `a value of ${length} bytes` };
  const value = new Uint8Array(length);
  if (length === 0) return { ok: true, value };
  const read = call(name, length, value, null);
  return read === 0 ? { ok: true, value } : { ok: false, error: statusName(read) };
};

const mapBytes = <T>(
  property: Property<Uint8Array<ArrayBuffer>>,
  convert: (view: DataView<ArrayBuffer>) => T | null,
): Property<T> => {
  if (!property.ok) return property;
  const value = convert(new DataView(property.value.buffer));
  return value === null
    ? { ok: false, error: `a value of ${property.value.length} bytes` }
    : { ok: true, value };
};

/** Text up to the first NUL, without space at its ends. */
export const readText = (call: InfoCall, name: number): Property<string> => {
  const property = readBytes(call, name);
  if (!property.ok) return property;
  const end = property.value.indexOf(0);
  const bytes = end < 0 ? property.value : property.value.subarray(0, end);
  return { ok: true, value: decoder.decode(bytes).trim() };
};

/** A cl_uint, cl_bool, cl_ulong or size_t, by its width; beyond 2^53 it is rounded. */
export const readNumber = (call: InfoCall, name: number): Property<number> =>
  mapBytes(readBytes(call, name), (view) => {
    if (view.byteLength === 4) return view.getUint32(0, true);
    if (view.byteLength === 8) return Number(view.getBigUint64(0, true));
    return null;
  });

/** A bit field. */
export const readBits = (call: InfoCall, name: number): Property<bigint> =>
  mapBytes(readBytes(call, name), (view) =>
    view.byteLength === 8 ? view.getBigUint64(0, true) : null,
  );

/** An array of size_t. */
export const readSizes = (call: InfoCall, name: number): Property<readonly number[]> =>
  mapBytes(readBytes(call, name), (view) =>
    Array.from({ length: view.byteLength / 8 }, (_, index) =>
      Number(view.getBigUint64(index * 8, true)),
    ),
  );

/** The value, or what stands for it. */
export const valueOr = <T>(property: Property<T>, otherwise: T): T =>
  property.ok ? property.value : otherwise;
