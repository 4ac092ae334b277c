/**
 * Sizes as people type them: `16,32,8x8,auto` and `2048x2048`. Decides what sizes a text means; refuses
 * zero, negative, fractional and huge numbers, and shapes of another dimension count, naming the entry.
 */
import { quoted } from './expression-parser';
import { problem, type Problem, type ProblemParams } from './problem';
import type { SweepReason } from './problem-reasons';
import { err, ok, type Result } from './result';
import { localKey, type GlobalSize, type LocalSize } from './sizes';

/** 2^31 - 1: the largest extent that every driver's int arithmetic can hold. */
export const largestExtent = 2_147_483_647;
/** 2^40 work-items: beyond it one launch takes hours on any device. */
export const largestItemCount = 2 ** 40;
export const largestLocalCount = 10_000;
const maxLength = 100_000;

/** @param params values that a translation of this very sentence needs, under names of its own */
const refuse = (
  what: string,
  advice: string,
  value: string,
  params: ProblemParams = {},
  reason?: SweepReason,
): Problem =>
  problem('invalid-option', what, advice, { value: value.slice(0, 60), ...params }, reason);

/** The numbers of a shape; a sentence about the first one that is none. */
function parseShape(what: string, text: string, advice: string): Result<number[], Problem> {
  const numbers: number[] = [];
  for (const part of text.split(/[x×X*]/)) {
    const digits = part.trim();
    const where = digits === text.trim() ? '' : ` in ${quoted(text.trim())}`;
    const no = (why: string): Result<number[], Problem> =>
      err(
        refuse(`${what} ${quoted(digits)}${where} ${why}.`, advice, text, {
          badSize: text.trim().slice(0, 60),
          largest: largestExtent,
        }),
      );
    if (digits === '') return no('has no number');
    if (/^-\s*\d+$/.test(digits)) return no('is negative');
    if (/^\d+\.\d*$/.test(digits)) return no('is not a whole number');
    if (!/^\d+$/.test(digits)) return no('is not a number');
    const value = Number(digits);
    if (value === 0) return no('is zero; a size is at least 1');
    if (value > largestExtent) return no(`is larger than ${largestExtent}`);
    numbers.push(value);
  }
  return ok(numbers);
}

const localAdvice = (dimensions: number): string =>
  `Write sizes like ${['64,256,auto', '8x8,32x8,auto', '8x8x4,auto'][dimensions - 1] ?? 'auto'}; auto is NULL, the driver's choice.`;

/**
 * Local sizes for a global size of that many dimensions, in the order written, each once.
 * `auto` (or `null`) is NULL. Error `invalid-option`, naming the entry.
 */
export function parseLocalList(
  text: string,
  dimensions: 1 | 2 | 3,
): Result<readonly LocalSize[], Problem> {
  const advice = localAdvice(dimensions);
  if (text.trim() === '')
    return err(refuse('The list of local sizes is empty.', advice, text, { emptyList: '' }));
  if (text.length > maxLength) {
    const what = `The list of local sizes has ${text.length} characters.`;
    const params = { length: text.length, longest: maxLength };
    return err(refuse(what, 'Shorten it.', text, params, 'sizes-long'));
  }
  const sizes = new Map<string, LocalSize>();
  for (const entry of text.split(',')) {
    const word = entry.trim();
    if (word === '') {
      return err(
        refuse(`The list of local sizes has an empty entry.`, advice, text, { emptyList: '' }),
      );
    }
    if (/^(auto|null)$/i.test(word)) {
      sizes.set('auto', null);
      continue;
    }
    const shape = parseShape('The local size', word, advice);
    if (!shape.ok) return shape;
    if (shape.value.length !== dimensions) {
      return err(
        refuse(
          `The local size ${quoted(word)} has ${shape.value.length} ${plural(shape.value.length)}, but the global size has ${dimensions}.`,
          advice,
          word,
          { shape: word, shapeHas: shape.value.length, globalHas: dimensions },
        ),
      );
    }
    sizes.set(localKey(shape.value), shape.value);
  }
  if (sizes.size > largestLocalCount) {
    return err(
      refuse(
        `The list has ${sizes.size} local sizes; at most ${largestLocalCount} can be swept.`,
        'Shorten it.',
        text,
        { listed: sizes.size, most: largestLocalCount },
      ),
    );
  }
  return ok([...sizes.values()]);
}

const plural = (count: number): string => (count === 1 ? 'dimension' : 'dimensions');

/** The list as `parseLocalList` reads it. */
export const formatLocalList = (sizes: readonly LocalSize[]): string =>
  sizes.map(localKey).join(',');

/** A global size with too many work-items in all; null when it is fine. */
export function itemCountProblem(size: GlobalSize): string | null {
  const items = size.reduce((product, extent) => product * extent, 1);
  return items > largestItemCount
    ? `The global size ${size.join('×')} has ${items} work-items; at most 2^40 = ${largestItemCount} can be launched`
    : null;
}

/**
 * A global size of 1 to 3 dimensions, each 1 … 2^31 - 1, with at most 2^40 work-items in all.
 * Error `invalid-option`, naming what is wrong.
 */
export function parseGlobalSize(text: string): Result<GlobalSize, Problem> {
  const advice = 'Write it like 1048576 or 2048x2048.';
  if (text.trim() === '')
    return err(refuse('The global size is empty.', advice, text, { emptyGlobal: '' }));
  if (text.length > 200) {
    const what = `The global size has ${text.length} characters.`;
    return err(refuse(what, advice, text, { length: text.length }, 'global-long'));
  }
  const shape = parseShape('The global size', text, advice);
  if (!shape.ok) return shape;
  if (shape.value.length > 3) {
    return err(
      refuse(
        `The global size ${quoted(text)} has ${shape.value.length} dimensions; OpenCL has at most 3.`,
        advice,
        text,
        { has: shape.value.length },
        'global-dimensions',
      ),
    );
  }
  const tooMany = itemCountProblem(shape.value);
  return tooMany === null
    ? ok(shape.value)
    : err(refuse(`${tooMany}.`, 'Make it smaller.', text, { largeGlobal: text.trim() }));
}
