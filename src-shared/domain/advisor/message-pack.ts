/**
 * Reads MessagePack, the form of AMD's kernel metadata. Accepts what that metadata uses: nil, booleans,
 * integers, strings, arrays and maps with string keys. Refuses the rest, truncated input and deep nesting
 * with null, since a program binary is the driver's and may be anything.
 */
export type Packed =
  null | boolean | number | string | readonly Packed[] | { readonly [key: string]: Packed };

const deepest = 32;

class Unreadable extends Error {}

/** The value, or undefined where the bytes are no such MessagePack. */
export const readMessagePack = (data: Uint8Array): Packed | undefined => {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let position = 0;

  const take = (size: number): number => {
    const at = position;
    if (at + size > data.length) throw new Unreadable();
    position += size;
    return at;
  };
  const unsigned = (size: 1 | 2 | 4 | 8): number => {
    const at = take(size);
    if (size === 1) return view.getUint8(at);
    if (size === 2) return view.getUint16(at);
    return size === 4 ? view.getUint32(at) : Number(view.getBigUint64(at));
  };
  const signed = (size: 1 | 2 | 4 | 8): number => {
    const at = take(size);
    if (size === 1) return view.getInt8(at);
    if (size === 2) return view.getInt16(at);
    return size === 4 ? view.getInt32(at) : Number(view.getBigInt64(at));
  };
  const text = (length: number): string => {
    const at = take(length);
    return String.fromCharCode(...data.subarray(at, at + length));
  };
  const list = (length: number, depth: number): Packed => {
    // Each element takes a byte at least: no length of a hostile file makes a huge array.
    if (length > data.length - position) throw new Unreadable();
    return Array.from({ length }, () => value(depth + 1));
  };
  const map = (length: number, depth: number): Packed => {
    const entries: [string, Packed][] = [];
    for (let index = 0; index < length; index += 1) {
      const key = value(depth + 1);
      if (typeof key !== 'string') throw new Unreadable();
      entries.push([key, value(depth + 1)]);
    }
    return Object.fromEntries(entries);
  };
  const value = (depth: number): Packed => {
    if (depth > deepest) throw new Unreadable();
    const tag = unsigned(1);
    if (tag < 0x80) return tag;
    if (tag < 0x90) return map(tag & 0x0f, depth);
    if (tag < 0xa0) return list(tag & 0x0f, depth);
    if (tag < 0xc0) return text(tag & 0x1f);
    if (tag >= 0xe0) return tag - 0x100;
    switch (tag) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xcc:
        return unsigned(1);
      case 0xcd:
        return unsigned(2);
      case 0xce:
        return unsigned(4);
      case 0xcf:
        return unsigned(8);
      case 0xd0:
        return signed(1);
      case 0xd1:
        return signed(2);
      case 0xd2:
        return signed(4);
      case 0xd3:
        return signed(8);
      case 0xd9:
        return text(unsigned(1));
      case 0xda:
        return text(unsigned(2));
      case 0xdc:
        return list(unsigned(2), depth);
      case 0xdd:
        return list(unsigned(4), depth);
      case 0xde:
        return map(unsigned(2), depth);
      case 0xdf:
        return map(unsigned(4), depth);
      default:
        throw new Unreadable();
    }
  };

  try {
    return value(0);
  } catch (thrown) {
    if (thrown instanceof Unreadable) return undefined;
    throw thrown;
  }
};
