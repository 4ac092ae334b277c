/**
 * The rules of thumb and what a run says of each, in English and Chinese. Decides words only; a rule that was
 * not tested says what is missing.
 */
import type { Rule, RuleResult, UntestedReason } from '../domain/advisor/rules-of-thumb';
import type { TextLocale } from './labels';
import { measuredText, rangeText, sizeText } from './measured';
import { formatRatio } from './number';

/** The claim of each rule. */
export const ruleLabels: Readonly<Record<TextLocale, Readonly<Record<Rule, string>>>> = {
  en: {
    'multiple-of-wavefront': 'The local size should be a multiple of the wavefront',
    'null-is-never-optimal': 'NULL is never optimal',
    '256-is-safe': '256 is a safe value (at least 85 % of the optimum)',
    'golden-shapes': '8×8 and 16×16 are the golden 2-D shapes',
    'rises-then-falls': 'The curve rises, then falls',
    '64-to-512-within-15-percent': '64 … 512 lie within 15 %',
  },
  'zh-CN': {
    'multiple-of-wavefront': '工作组大小应为波前的整数倍',
    'null-is-never-optimal': 'NULL 永远不是最优',
    '256-is-safe': '256 是安全值（至少为最优的 85 %）',
    'golden-shapes': '8×8 和 16×16 是二维的黄金形状',
    'rises-then-falls': '曲线先升后降',
    '64-to-512-within-15-percent': '64 … 512 相差不超过 15 %',
  },
};

const untested: Readonly<Record<TextLocale, Readonly<Record<UntestedReason, string>>>> = {
  en: {
    'nothing-measured': 'nothing was measured',
    'wavefront-unknown': 'the wavefront is not known',
    'no-such-size': 'such sizes are missing',
    'nothing-to-compare': 'there is too little to compare',
    'not-two-dimensional': 'the run has no 2-D shapes',
    'not-one-dimensional': 'the run has no 1-D sizes',
    'not-certain': 'the samples do not decide it',
  },
  'zh-CN': {
    'nothing-measured': '没有测量数据',
    'wavefront-unknown': '波前宽度未知',
    'no-such-size': '缺少这样的大小',
    'nothing-to-compare': '可比较的数据太少',
    'not-two-dimensional': '本次运行没有二维形状',
    'not-one-dimensional': '本次运行没有一维大小',
    'not-certain': '样本不足以判定',
  },
};

/** Which sizes a rule needs; '' where any will do. */
const missing: Readonly<Record<TextLocale, Readonly<Record<Rule, string>>>> = {
  en: {
    'multiple-of-wavefront':
      'it takes a size that is a multiple of the wavefront and one that is not',
    'null-is-never-optimal': 'NULL was not measured',
    '256-is-safe': 'no size of 256 work-items was measured',
    'golden-shapes': 'neither 8×8 nor 16×16 was measured',
    'rises-then-falls': 'it takes at least four sizes',
    '64-to-512-within-15-percent': 'fewer than three sizes from 64 to 512 were measured',
  },
  'zh-CN': {
    'multiple-of-wavefront': '需要一个是波前整数倍的大小和一个不是的大小',
    'null-is-never-optimal': '未测量 NULL',
    '256-is-safe': '未测量含 256 个工作项的大小',
    'golden-shapes': '8×8 和 16×16 均未测量',
    'rises-then-falls': '至少需要四个大小',
    '64-to-512-within-15-percent': '64 到 512 之间测量的大小不足三个',
  },
};

/** What kept a rule from being tested, down to the sizes that are missing; '' where it was. */
export const untestedText = (
  { rule, reason }: Pick<RuleResult, 'rule' | 'reason'>,
  locale: TextLocale = 'en',
): string => {
  if (reason === null) return '';
  const isAboutSizes =
    reason === 'no-such-size' || (reason === 'nothing-to-compare' && rule === 'rises-then-falls');
  return isAboutSizes ? missing[locale][rule] : untested[locale][reason];
};

export const ruleStatusLabels: Readonly<
  Record<TextLocale, Readonly<Record<RuleResult['status'], string>>>
> = {
  en: { holds: 'holds', 'does-not-hold': 'does not hold', 'not-tested': 'not tested' },
  'zh-CN': { holds: '成立', 'does-not-hold': '不成立', 'not-tested': '未检验' },
};

/** `256 ÷ 128: 1.00× (0.99× … 1.01×)`, the ratio that decides; '' where there is none. */
export const ruleFigureText = ({ configurations, figure }: RuleResult): string => {
  const [a, b] = configurations;
  if (figure === null || a === undefined || b === undefined) return '';
  return `${sizeText(a)} ÷ ${sizeText(b)}: ${formatRatio(figure.ratio)}${rangeText(figure)}`;
};

/** `holds: 256 ÷ 128 1.00× measured (0.99× … 1.01×)`, without the rule itself. */
export const ruleText = (result: RuleResult, locale: TextLocale = 'en'): string => {
  const status = ruleStatusLabels[locale][result.status];
  const colon = locale === 'en' ? ': ' : '：';
  const reason = result.reason === null ? '' : `${colon}${untestedText(result, locale)}`;
  const [a, b] = result.configurations;
  if (result.figure === null || a === undefined || b === undefined) return `${status}${reason}`;
  const figure = `${sizeText(a)} ÷ ${sizeText(b)} ${measuredText(result.figure, locale)}`;
  return `${status}${reason}${reason === '' ? colon : locale === 'en' ? '; ' : '；'}${figure}`;
};
