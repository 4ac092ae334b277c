/** How a search stands on one device, as rows: each candidate with its standing, its step and what it cost. */
import type { SearchReport, Standing } from '@shared/domain/search/search-report';
import {
  formatCount,
  formatDuration,
  noValue,
  outcomeSentence,
  type TextLocale,
} from '@shared/text';
import { sizeText } from '@shared/text/measured';
import { searchCostText, searchStepText, standingText } from '@shared/text/search';

export interface SearchRow {
  readonly key: string;
  readonly label: string;
  readonly standing: Standing;
  readonly tone: 'neutral' | 'ok' | 'warn' | 'bad' | 'accent';
  readonly word: string;
  readonly step: string;
  readonly launches: string;
  readonly median: string;
  /** The whole sentence about an outcome; ''. */
  readonly help: string;
}

export interface SearchModel {
  readonly cost: string;
  readonly rows: readonly SearchRow[];
}

const tones: Readonly<Record<Standing, SearchRow['tone']>> = {
  use: 'accent',
  equal: 'ok',
  slower: 'neutral',
  beaten: 'neutral',
  measuring: 'neutral',
  waiting: 'neutral',
  dropped: 'neutral',
  failed: 'bad',
};

/** Taken up first, then in the order in which they were taken up; those that were not come last. */
export const searchModel = (report: SearchReport, locale: TextLocale): SearchModel => {
  const placeOf = (step: SearchReport['steps'][number] | null): number =>
    step === null ? report.steps.length : report.steps.indexOf(step);
  const ordered = report.candidates.toSorted((a, b) => placeOf(a.step) - placeOf(b.step));
  return {
    cost: report.launches === 0 ? '' : searchCostText(report, locale),
    rows: ordered.map((candidate) => {
      const { row, standing, step, launches } = candidate;
      return {
        key: row.configuration.id,
        label: sizeText(row.configuration.id),
        standing,
        tone: tones[standing],
        word: standingText(candidate, locale),
        step: step === null ? noValue : searchStepText(step, locale),
        launches: launches === 0 ? noValue : formatCount(launches),
        median: row.summary.median === null ? noValue : formatDuration(row.summary.median),
        help: outcomeSentence(row.outcome, locale),
      };
    }),
  };
};
