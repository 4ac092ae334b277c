/**
 * The outcome of a row in words: a glyph's name, a word, and short notes (reason, tie, source). The full
 * sentence that came with the outcome goes into the title.
 */
import type { ResultRow } from '@shared/domain/rows';
import { groupItems, localLabel } from '@shared/domain/sizes';
import {
  formatCount,
  formatPercent,
  outcomeSentence,
  reasonLabels,
  stageLabels,
} from '@shared/text';
import type { ResultText, ResultWords } from './result-text';

export type OutcomeGlyph = 'check' | 'skipped' | 'cross' | 'waiting' | 'running';

export interface OutcomeWords {
  readonly glyph: OutcomeGlyph;
  readonly word: string;
  readonly notes: readonly string[];
  /** The whole sentence; empty when there is no more to say. */
  readonly sentence: string;
}

/** Why a configuration was skipped or failed, in a few words of the window's language. */
export const reasonText = (row: ResultRow, { text, locale }: ResultWords): string => {
  const { outcome } = row;
  if (outcome === null || outcome.kind === 'measured') return '';
  const reason = reasonLabels[locale][outcome.reason];
  const limit = outcome.detail?.['limit'];
  if (limit !== undefined) return text('reasonWithLimit', { reason, limit });
  const stage = outcome.kind === 'failed' ? outcome.stage : undefined;
  // "build failed while building" says it twice.
  return stage === undefined || outcome.reason === 'build-failed'
    ? reason
    : text('reasonAtStage', { reason, stage: stageLabels[locale][stage] });
};

const measuredNotes = (row: ResultRow, text: ResultText): readonly string[] => {
  const notes: string[] = [];
  if (row.recommended) notes.push(text('note.recommended'));
  if (row.inTieSet && !row.recommended) notes.push(text('note.tied'));
  else if (row.inPlateau && !row.recommended)
    notes.push(text('note.plateau', { percent: formatPercent(0.05) }));
  if (row.stopReason === 'max-time') notes.push(text('note.maxTime'));
  if (row.stopReason === 'max-samples') notes.push(text('note.maxSamples'));
  if (row.stopReason === 'far-from-best') notes.push(text('note.far'));
  return notes;
};

const sourceNotes = (row: ResultRow, text: ResultText): readonly string[] => {
  const { summary, configuration } = row;
  const notes: string[] = [];
  if (row.chosen !== null) notes.push(text('note.chosen', { size: localLabel(row.chosen) }));
  if (configuration.launched.some((size, dimension) => size !== configuration.asked[dimension]))
    notes.push(text('note.padded', { size: configuration.launched.map(formatCount).join('×') }));
  if (summary.sourceMixed) notes.push(text('note.mixed'));
  else if (summary.timeSource === 'wall') notes.push(text('note.wall'));
  else if (summary.timeSource === 'batch')
    notes.push(text('note.batch', { n: summary.batchK ?? 1 }));
  if (row.nearTimer) notes.push(text('note.nearTimer'));
  if (row.laneShared) notes.push(text('note.laneShared'));
  return notes;
};

/** Words for the outcome column of a row. `kernelLimit`: what the driver reports for the kernel. */
export const outcomeWords = (
  row: ResultRow,
  words: ResultWords,
  kernelLimit: number | null = null,
): OutcomeWords => {
  const { text } = words;
  const { outcome, summary } = row;
  if (outcome === null) {
    const running = summary.n > 0;
    const [glyph, word] = row.left
      ? (['skipped', 'left'] as const)
      : running
        ? (['running', 'running'] as const)
        : (['waiting', 'waiting'] as const);
    return {
      glyph,
      word: text(`outcome.${word}`),
      notes: running ? [text('note.provisional'), ...sourceNotes(row, text)] : [],
      sentence: '',
    };
  }
  if (outcome.kind === 'measured') {
    const items = groupItems(row.configuration.local);
    const above = kernelLimit !== null && items !== null && items > kernelLimit;
    const notes = [
      ...measuredNotes(row, text),
      ...(above ? [text('note.aboveKernelLimit', { n: kernelLimit })] : []),
      ...sourceNotes(row, text),
    ];
    return { glyph: 'check', word: text('outcome.measured'), notes, sentence: notes.join(' · ') };
  }
  return {
    glyph: outcome.kind === 'skipped' ? 'skipped' : 'cross',
    word: text(`outcome.${outcome.kind}`),
    notes: [
      reasonText(row, words),
      ...(outcome.reason === 'wrong-result' ? [text('wrongResult')] : []),
    ],
    sentence: outcomeSentence(outcome, words.locale),
  };
};
