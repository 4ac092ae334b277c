/**
 * What a CPU reference of an example kernel is: the same function of buffers and scalars, written
 * plainly, without groups, tiles or padding. It decides nothing about tolerance (compare-outputs.ts).
 *
 * Values are rounded to float32 where the kernel's are, with Math.fround. Devices may fuse a multiply
 * and an add into one rounding, so equality to the last bit is not to be expected.
 */
export type FloatArray = Float32Array<ArrayBuffer>;

export interface ReferenceInput {
  /** Initial contents by argument name. Not modified. */
  readonly buffers: Readonly<Record<string, FloatArray>>;
  readonly scalars: Readonly<Record<string, number>>;
}

/** The contents of every written buffer after one launch, by argument name. */
export type Reference = (input: ReferenceInput) => Readonly<Record<string, FloatArray>>;

/** A buffer by name; a name that the spec does not have is a mistake in the test. */
export const bufferOf = (input: ReferenceInput, name: string): FloatArray => {
  const buffer = input.buffers[name];
  if (buffer === undefined) throw new Error(`The spec has no buffer "${name}".`);
  return buffer;
};

/** A scalar by name; a name that the spec does not have is a mistake in the test. */
export const scalarOf = (input: ReferenceInput, name: string): number => {
  const value = input.scalars[name];
  if (value === undefined) throw new Error(`The spec has no scalar "${name}".`);
  return value;
};

/** Element `index`, which the caller knows to exist. */
export const at = (values: FloatArray, index: number): number => {
  const value = values[index];
  if (value === undefined) throw new Error(`Index ${index} is outside ${values.length} elements.`);
  return value;
};
