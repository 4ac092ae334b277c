/**
 * The devices shown side by side: one line per local size, per device its median, its ratio to its own
 * best, or why it has none.
 */
import type { ResultRow } from '@shared/domain/rows';
import { localLabel, type LocalSize } from '@shared/domain/sizes';
import { formatDurationValue, formatRatio, type DurationUnit } from '@shared/text';
import { compareSizes } from '@renderer/charts/size-axis';
import { outcomeWords, type OutcomeWords } from './outcome-model';
import type { ResultWords } from './result-text';
import type { ShownRows } from './series-model';
import { tableUnit } from './table-model';

export interface SideCell {
  readonly slot: number;
  readonly median: string;
  readonly relative: string;
  readonly recommended: boolean;
  readonly tied: boolean;
  /** Set when there is no time to show. */
  readonly outcome: OutcomeWords | null;
}

export interface SideLine {
  readonly key: string;
  readonly label: string;
  readonly cells: readonly SideCell[];
}

export interface SideHead {
  readonly slot: number;
  readonly label: string;
  readonly unit: DurationUnit;
}

export interface SideTable {
  readonly heads: readonly SideHead[];
  readonly lines: readonly SideLine[];
}

const absent = (slot: number): SideCell => ({
  slot,
  median: '',
  relative: '',
  recommended: false,
  tied: false,
  outcome: null,
});

const cellOf = (row: ResultRow | undefined, head: SideHead, words: ResultWords): SideCell => {
  if (row === undefined) return absent(head.slot);
  const hasTime = row.summary.median !== null && row.outcome?.kind !== 'failed';
  return {
    slot: head.slot,
    median: hasTime ? formatDurationValue(row.summary.median, head.unit) : '',
    relative: hasTime ? formatRatio(row.relative) : '',
    recommended: row.recommended,
    tied: row.inTieSet,
    outcome: hasTime ? null : outcomeWords(row, words),
  };
};

/** All sizes of all devices, by size. */
export const sideTable = (shown: readonly ShownRows[], words: ResultWords): SideTable => {
  const heads = shown.map(({ slot, label, rows }) => ({ slot, label, unit: tableUnit(rows) }));
  const sizes = new Map<string, LocalSize>();
  const byKey = shown.map(
    ({ rows }) => new Map(rows.map((row) => [row.configuration.id, row] as const)),
  );
  for (const rows of byKey) for (const [key, row] of rows) sizes.set(key, row.configuration.local);
  const lines = [...sizes]
    .toSorted((a, b) => compareSizes(a[1], b[1]))
    .map(([key, local]) => ({
      key,
      label: localLabel(local),
      cells: heads.map((head, index) => cellOf(byKey[index]?.get(key), head, words)),
    }));
  return { heads, lines };
};

/** The same as tab-separated text. */
export const sideAsText = (table: SideTable, words: ResultWords): string => {
  const head = table.heads.flatMap(({ label, unit }) => [
    `${label} ${words.text('column.median', { unit })}`,
    `${label} ${words.text('column.relative')}`,
  ]);
  const lines = table.lines.map((line) => [
    line.label,
    ...line.cells.flatMap((cell) => [
      (cell.outcome?.word ?? cell.median).replaceAll('\u2009', ''),
      cell.relative,
    ]),
  ]);
  return [[words.text('column.local'), ...head], ...lines]
    .map((cells) => cells.join('\t'))
    .join('\n');
};
