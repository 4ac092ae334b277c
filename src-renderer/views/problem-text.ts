/**
 * A Problem in the user's language. English problems are complete sentences already. In Chinese the reason,
 * else the closed code, and the values beside it make the sentence; the English one is never shown.
 */
import type { Problem } from '@shared/domain/problem';
import type { SpecRequirement } from '@shared/domain/spec-requirements';
import type { Locale } from '@renderer/i18n';
import { chineseCodes } from './problems/by-code';
import { chineseReasons } from './problems/reasons';
import { requirementSentences } from './problems/reasons-of-specs';
import type { Sentence } from './problems/sentence';

type Values = Readonly<Record<string, string | number>>;

/** The template with its values; null: one is missing. Braces that hold no name alone are text. */
const filled = (template: string, values: Values): string | null => {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.some((name) => !Object.hasOwn(values, name))) return null;
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
};

/** The first template whose values are all there, with them. */
const firstFilled = (templates: readonly string[], values: Values): string | undefined =>
  templates.map((template) => filled(template, values)).find((text) => text !== null) ?? undefined;

const isRequirement = (name: unknown): name is SpecRequirement =>
  typeof name === 'string' && Object.hasOwn(requirementSentences, name);

/** What a field of a spec is. */
const foundText = ({ kind, found = '' }: Values): string => {
  if (kind === 'text') return `“${found}”`;
  if (kind === 'list') return `有 ${found} 项的列表`;
  return kind === 'object' ? '对象' : ` ${found}`;
};

/** The values of a problem, and the parts of its sentence that are made of them. */
const valuesOf = (problem: Problem): Values => {
  const { params = {}, cause } = problem;
  const { requirement } = params;
  return {
    ...params,
    ...(cause === undefined ? {} : { cause: problemText(cause, 'zh-CN') }),
    ...(problem.reason === 'spec-field'
      ? {
          foundText: foundText(params),
          requirementText: isRequirement(requirement)
            ? (filled(requirementSentences[requirement], params) ?? '')
            : '不能是这样的值',
        }
      : {}),
  };
};

/** The reason's sentence, when there is a reason and all its values are there. */
const exactOf = (problem: Problem, values: Values): Sentence | null => {
  if (problem.reason === undefined) return null;
  const { text, advice } = chineseReasons[problem.reason];
  const said = filled(text, values);
  if (said === null) return null;
  const told = advice === undefined ? null : filled(advice, values);
  return told === null ? { text: said } : { text: said, advice: told };
};

/** The sentence to show. */
export const problemText = (problem: Problem, locale: Locale): string => {
  if (locale === 'en') return problem.message;
  const { lead, whole = [] } = chineseCodes[problem.code];
  const values = valuesOf(problem);
  const said = exactOf(problem, values)?.text ?? firstFilled(whole, values) ?? lead;
  const { file } = problem;
  return file === undefined || said.includes(file) ? said : `${file}：${said}`;
};

/** What to do about it; undefined: nothing is known that would help. */
export const adviceText = (problem: Problem, locale: Locale): string | undefined => {
  const { code, advice, cause } = problem;
  if (locale === 'en' || advice === undefined) return advice;
  const values = valuesOf(problem);
  const exact = exactOf(problem, values);
  const { whole = [], advised = false, advice: usual } = chineseCodes[code];
  if (exact === null && advised && firstFilled(whole, values) !== undefined) return undefined;
  // What is wrong in a part is put right there.
  return exact?.advice ?? (cause === undefined ? usual : adviceText(cause, locale)) ?? usual;
};
