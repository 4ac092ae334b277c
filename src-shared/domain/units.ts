/**
 * Base units as nominal types, so that a time cannot pose as a size. Every figure in the domain is
 * in its base unit; text in µs, KiB or GFLOP/s is made at the edge and nowhere else.
 */
declare const unit: unique symbol;

export type Quantity<Unit extends string> = number & { readonly [unit]: Unit };

/** A duration in nanoseconds. Never an absolute time stamp. */
export type Nanoseconds = Quantity<'ns'>;
export type Bytes = Quantity<'bytes'>;
export type Hertz = Quantity<'Hz'>;
/** Work per second, in the base unit (FLOP/s, not GFLOP/s). */
export type FlopsPerSecond = Quantity<'FLOP/s'>;
export type BytesPerSecond = Quantity<'B/s'>;

export const nanoseconds = (value: number): Nanoseconds => value as Nanoseconds;
export const bytes = (value: number): Bytes => value as Bytes;
export const hertz = (value: number): Hertz => value as Hertz;
export const flopsPerSecond = (value: number): FlopsPerSecond => value as FlopsPerSecond;
export const bytesPerSecond = (value: number): BytesPerSecond => value as BytesPerSecond;
