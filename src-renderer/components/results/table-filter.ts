/** Which rows of the table are listed: by how they ended, and by a text that their size or words contain. */
import type { ResultRow } from '@shared/domain/rows';
import { localLabel } from '@shared/domain/sizes';
import { outcomeWords } from './outcome-model';
import type { ResultWords } from './result-text';

export const outcomeFilters = ['all', 'best', 'measured', 'skipped', 'failed', 'waiting'] as const;
export type OutcomeFilter = (typeof outcomeFilters)[number];

export interface TableFilter {
  readonly outcome: OutcomeFilter;
  /** `16x` finds 16×8; several words must all be found. */
  readonly text: string;
}

export const noFilter: TableFilter = { outcome: 'all', text: '' };

const fits = (row: ResultRow, outcome: OutcomeFilter): boolean => {
  if (outcome === 'all') return true;
  if (outcome === 'best') return row.isBest || row.inTieSet || row.inPlateau;
  return outcome === 'waiting' ? row.outcome === null : row.outcome?.kind === outcome;
};

/** The rows that are listed, in their order. */
export const filterRows = (
  rows: readonly ResultRow[],
  filter: TableFilter,
  words: ResultWords,
): readonly ResultRow[] => {
  const wanted = filter.text.toLowerCase().replaceAll('×', 'x').split(/\s+/).filter(Boolean);
  if (filter.outcome === 'all' && wanted.length === 0) return rows;
  return rows.filter((row) => {
    if (!fits(row, filter.outcome)) return false;
    if (wanted.length === 0) return true;
    const { word, notes, sentence } = outcomeWords(row, words);
    const text = [localLabel(row.configuration.local), word, ...notes, sentence]
      .join(' ')
      .toLowerCase()
      .replaceAll('×', 'x');
    return wanted.every((part) => text.includes(part));
  });
};
