/**
 * What of a Chinese sentence is English: two or more Latin words in a row, once what the user typed, what is
 * quoted, and the names of products and of code are taken out.
 */
import type { Problem } from '@shared/domain/problem';

/** Written alike in every language. */
const names = [
  'NDRange Workbench',
  'Kernel Tuner',
  'OpenCL C',
  '__kernel void scale(__global float *x)',
  'ndrange resume',
  'low, high',
];

const valuesOf = ({ params = {}, file, cause }: Problem): readonly string[] => [
  ...Object.values(params).map(String),
  ...(file === undefined ? [] : [file]),
  ...(cause === undefined ? [] : valuesOf(cause)),
];

/** Its English words, by runs; null: there is none. Placeholders that were left count as English. */
export const latinWords = (text: string, values: readonly string[] = []): string | null => {
  const known = [...values, ...names].filter((value) => value.length > 1);
  const left = known
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, value) => rest.replaceAll(value, '·'), text.replace(/“[^”]*”|"[^"]*"/g, '·'));
  return /\{\w+\}|[A-Za-z]{2,}(?:[,;:]? +[A-Za-z]{2,})+/.exec(left)?.[0] ?? null;
};

/** As `latinWords`, of what is said of a problem. */
export const latinWordsOf = (problem: Problem, text: string): string | null =>
  latinWords(text, valuesOf(problem));
