/**
 * What a field of a sweep spec must be, as a closed list: the English half sentence, and its code with its
 * number for translations. The schema says the sentence, a problem about the field carries the code.
 */
const sentences = {
  object: 'must be an object',
  whole: 'must be a whole number',
  'whole-or-null': 'must be a whole number or null',
  'at-least': 'must be at least {bound}',
  'at-most': 'must be at most {bound}',
  'or-more': 'must be {bound} or more',
  'largest-size': 'must be at most 2^31 = {bound}',
  size: 'must be a list of 1 to 3 whole numbers',
  dimensions: 'must have 1 to 3 dimensions',
  length: 'must have at most {bound} characters',
  name: 'must be a name as in C',
  text: 'must be a text',
  'expression-text': 'must be an expression',
  expression: 'must be an expression such as "gx*gy"',
  number: 'must be a number',
  finite: 'must be a finite number',
  localized: 'must be an object with the text as "en"',
  init: 'must be {"random": [low, high], "seed": 1} with low <= high, {"constant": 0} or {"index": true}',
  'type-name': 'must be the name of an OpenCL type',
  type: 'must be a number type of OpenCL C such as float, uint or float4',
  boolean: 'must be true or false',
  compare: 'must be "elementwise", "sum" or "none"',
  'relative-error': 'must be at most 1, since it is a relative error',
  'value-text': 'must be a value',
  value: 'must be a number, or a text such as "gx*gy" or "1,2,3,4"',
  argument: 'must be an object whose "kind" is "buffer", "scalar" or "local"',
  'file-name': 'must be a file name',
  'some-file': 'must name a file',
  reference: 'must be {"kernel": "name"} or {"file": "expected.bin", "argument": "y"}',
  format: 'must be "ndrange-sweep"',
  version: 'must be {bound}',
  'kernel-file': 'must be the name of the kernel file',
  'some-kernel-file': 'must name the kernel file',
  locals: 'must be a list of local sizes, null for the driver’s choice',
  'some-local': 'must have at least one local size',
  'locals-count': 'must have at most {bound} local sizes',
  arguments: 'must be a list of arguments',
  'arguments-count': 'must have at most {bound} arguments',
  indivisible: 'must be "pad" or "skip"',
  'kernel-limit': 'must be "try" or "skip"',
} as const;

export type SpecRequirement = keyof typeof sentences;

export interface Required {
  readonly requirement: SpecRequirement;
  readonly bound: number;
}

const said = new Map<string, Required>();

/** The half sentence of a requirement; `bound` is the number in it. */
export const must = (requirement: SpecRequirement, bound = 0): string => {
  const text = sentences[requirement].replace('{bound}', String(bound));
  said.set(text, { requirement, bound });
  return text;
};

/** The requirement that a half sentence came from; undefined: it is none of `must`. */
export const requiredBy = (text: string): Required | undefined => said.get(text);
