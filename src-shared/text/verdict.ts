/**
 * The verdict on a device as English sentences: result first, number second, reason third. A tie is said as
 * a tie, never as equality.
 */
import type { RankedConfiguration, Verdict } from '../domain/ranking';
import { localLabel } from '../domain/sizes';
import { formatDuration } from './duration';
import { formatPercent, formatRatio } from './number';

const labelOf = (verdict: Verdict, id: string | null): string => {
  const entry = verdict.ranked.find((ranked) => ranked.configuration === id);
  return entry === undefined ? (id ?? '') : localLabel(entry.local);
};

const listed = (labels: readonly string[]): string =>
  labels.length > 6
    ? `${labels.slice(0, 5).join(', ')} and ${labels.length - 5} more`
    : labels.join(', ');

const slowest = (verdict: Verdict): RankedConfiguration | null => verdict.ranked.at(-1) ?? null;

const headline = (verdict: Verdict): string => {
  const use = labelOf(verdict, verdict.recommended);
  const within = formatPercent(verdict.plateauShare).replace('.0', '');
  switch (verdict.kind) {
    case 'nothing-measured':
      return 'Nothing was measured.';
    case 'does-not-matter':
      return `The size does not matter here: all are within ${within} of the best. Use ${use}.`;
    case 'use':
      return `Use ${use}.`;
    case 'more-samples-needed':
      return verdict.reason === 'too-few-rounds'
        ? `More samples are needed: ${verdict.rounds} of at least 5 rounds. So far ${use}.`
        : `More samples are needed: whether ${use} is within ${within} of the best is not certain.`;
  }
};

/** What to use and why, in one to four sentences. */
export const verdictText = (verdict: Verdict): string => {
  const sentences = [headline(verdict)];
  const best = verdict.ranked[0];
  const last = slowest(verdict);
  if (best !== undefined) {
    const others = verdict.tieSet.filter((id) => id !== best.configuration);
    sentences.push(
      others.length === 0
        ? `${localLabel(best.local)} has the lowest median, ${formatDuration(best.medianNs)}.`
        : `${localLabel(best.local)} has the lowest median, ${formatDuration(best.medianNs)}; ` +
            `${listed(others.map((id) => labelOf(verdict, id)))} ${others.length === 1 ? 'ties' : 'tie'} with it.`,
    );
    // What ties is not slower as far as anyone can tell, whatever its median says.
    if (last !== null && last !== best && !last.inPlateau && !last.inTieSet) {
      sentences.push(`${localLabel(last.local)} takes ${formatRatio(last.relative)} the time.`);
    }
  }
  if (verdict.edge !== null) {
    sentences.push(
      `Best at the edge: ${labelOf(verdict, verdict.edge.configuration)} is the ${verdict.edge.side} ` +
        `size tried. Add ${verdict.edge.add.map(localLabel).join(' and ')}.`,
    );
  }
  if (verdict.notCompared.length > 0) {
    const names = verdict.notCompared.map(({ configuration }) => configuration);
    sentences.push(`Not compared, measured with another clock: ${listed(names)}.`);
  }
  return sentences.join(' ');
};
