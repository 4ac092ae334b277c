/**
 * Bytes of a scalar or vector that is passed by value. Refuses text that is no number; whether it
 * fits the type was checked when the spec was read.
 */
import { elementType, toHalfBits } from '@shared/domain/buffer-data';

/** Whole numbers keep all 64 bits; `2.0` and `1e3` are taken too. null: not a number. */
const toBigInt = (text: string): bigint | null => {
  try {
    return BigInt(text.trim());
  } catch {
    const value = Number(text);
    return Number.isFinite(value) ? BigInt(Math.trunc(value)) : null;
  }
};

/**
 * The argument's bytes, in the device's layout (a 3-component vector takes the room of 4). null when
 * the type is no scalar or vector, when a component is missing or when it is no number.
 */
export const encodeScalar = (
  type: string,
  components: readonly string[],
): Uint8Array<ArrayBuffer> | null => {
  const element = elementType(type);
  if (element?.components !== components.length) return null;
  const bytes = new Uint8Array(element.bytes);
  const view = new DataView(bytes.buffer);
  for (const [index, text] of components.entries()) {
    const offset = index * element.scalarBytes;
    const number = Number(text);
    if (
      element.isFloat &&
      (text.trim() === '' || Number.isNaN(number) !== /^[+-]?nan$/i.test(text.trim()))
    ) {
      return null;
    }
    if (element.scalar === 'float') view.setFloat32(offset, number, true);
    else if (element.scalar === 'double') view.setFloat64(offset, number, true);
    else if (element.scalar === 'half') view.setUint16(offset, toHalfBits(number), true);
    else {
      const whole = text.trim() === '' ? null : toBigInt(text);
      if (whole === null) return null;
      if (element.scalarBytes === 8) view.setBigUint64(offset, BigInt.asUintN(64, whole), true);
      else {
        const low = Number(BigInt.asUintN(32, whole));
        if (element.scalarBytes === 4) view.setUint32(offset, low, true);
        else if (element.scalarBytes === 2) view.setUint16(offset, low & 0xffff, true);
        else view.setUint8(offset, low & 0xff);
      }
    }
  }
  return bytes;
};
