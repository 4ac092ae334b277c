/**
 * How a search went, as short words and sentences in English and Chinese: what became of a candidate, in which
 * step it was taken up, and what the search spared. Decides words only.
 */
import type { CandidateReport, SearchReport, Standing } from '../domain/search/search-report';
import type { SearchStage, SearchStep } from '../domain/search/search-types';
import { outcomeText, type TextLocale } from './labels';
import { formatCount, formatPercent, formatRatio } from './number';

type Labels<Code extends string> = Readonly<Record<TextLocale, Readonly<Record<Code, string>>>>;

export const standingLabels: Labels<Standing> = {
  en: {
    use: 'use this',
    equal: 'equally good',
    slower: 'slower',
    beaten: 'beaten',
    measuring: 'being measured',
    waiting: 'not tried yet',
    dropped: 'not measured',
    failed: 'failed',
  },
  'zh-CN': {
    use: '推荐使用',
    equal: '同样好',
    slower: '较慢',
    beaten: '已淘汰',
    measuring: '测量中',
    waiting: '尚未尝试',
    dropped: '未测量',
    failed: '失败',
  },
};

export const stageOfSearchLabels: Labels<SearchStage> = {
  en: { first: 'tried first', wider: 'smaller and larger ones', refine: 'around the best' },
  'zh-CN': { first: '首先尝试', wider: '更小和更大的值', refine: '在最佳值附近' },
};

const sizeText = (id: string): string => (id === 'auto' ? 'NULL' : id.replaceAll('x', '×'));

/** `around 256`; the first step and those beyond all that was tried are around nothing. */
export const searchStepText = (
  { stage, around }: SearchStep,
  locale: TextLocale = 'en',
): string => {
  if (around === null || stage === 'first') return stageOfSearchLabels[locale][stage];
  if (stage === 'wider') return stageOfSearchLabels[locale][stage];
  const size = sizeText(around);
  return locale === 'en' ? `around ${size}` : `在 ${size} 附近`;
};

/** Why a candidate is out, or how it stands: `beaten: 1.83× the best`, `skipped: not enough local memory`. */
export const standingText = (
  { row, standing }: CandidateReport,
  locale: TextLocale = 'en',
): string => {
  const word = standingLabels[locale][standing];
  if (standing === 'dropped' || standing === 'failed') return outcomeText(row.outcome, locale);
  const isSlower = standing === 'slower' || standing === 'beaten';
  if (!isSlower || row.relative === null) return word;
  const ratio = formatRatio(row.relative);
  return locale === 'en' ? `${word}: ${ratio} the best` : `${word}：最佳值的 ${ratio}`;
};

/** Launches spent, against those of measuring every candidate alike. */
export const searchCostText = (
  { launches, exhaustive, candidates }: SearchReport,
  locale: TextLocale = 'en',
): string => {
  const measured = candidates.filter((candidate) => candidate.launches > 0).length;
  const share = exhaustive === 0 ? 0 : launches / exhaustive;
  const of = formatCount(candidates.length);
  if (locale === 'en') {
    return (
      `${formatCount(launches)} launches on ${formatCount(measured)} of ${of} candidates: ` +
      `${formatPercent(share)} of the ${formatCount(exhaustive)} that all of them alike would have taken.`
    );
  }
  return (
    `${of} 个候选中测量了 ${formatCount(measured)} 个，共启动 ${formatCount(launches)} 次：` +
    `为全部同等测量所需 ${formatCount(exhaustive)} 次的 ${formatPercent(share)}。`
  );
};
