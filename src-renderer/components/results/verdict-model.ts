/**
 * The verdicts of the shown devices as the lines of one card: what to do first, then one line per group
 * of devices that agree. It words what the domain decided and decides nothing itself.
 */
import type { RankedConfiguration, Verdict } from '@shared/domain/ranking';
import { compareSizes } from '@renderer/charts/size-axis';
import { localLabel, type LocalSize } from '@shared/domain/sizes';
import { formatDuration, formatPercent, formatRatio } from '@shared/text';
import type { ResultText } from './result-text';

export interface VerdictOf {
  readonly slot: number;
  readonly label: string;
  readonly verdict: Verdict;
  /** The run goes on: the verdict can change. */
  readonly live: boolean;
}

export interface VerdictBadge {
  readonly tone: 'ok' | 'warn' | 'neutral';
  readonly text: string;
}

export interface VerdictLine {
  readonly slots: readonly number[];
  readonly names: string;
  readonly lead: string;
  readonly detail: string;
  readonly badge: VerdictBadge | null;
}

export interface VerdictModel {
  readonly headline: string;
  readonly detail: string;
  readonly badge: VerdictBadge | null;
  readonly lines: readonly VerdictLine[];
}

const entryOf = (verdict: Verdict, id: string | null): RankedConfiguration | undefined =>
  verdict.ranked.find((entry) => entry.configuration === id);

/** `128 … 1024` where the sizes are neighbours among all that were ranked, else a list. */
export const sizesText = (sizes: readonly LocalSize[], among: readonly LocalSize[]): string => {
  const explicit = sizes.filter((local) => local !== null).toSorted(compareSizes);
  const order = among
    .filter((local) => local !== null)
    .toSorted(compareSizes)
    .map(localLabel);
  const labels = explicit.map(localLabel);
  const nulls = sizes.length > explicit.length ? ['NULL'] : [];
  const from = order.indexOf(labels[0] ?? '');
  const isStretch =
    labels.length > 2 &&
    explicit.every((local) => local.length === 1) &&
    labels.every((label, index) => order[from + index] === label);
  const body = isStretch ? [`${labels[0] ?? ''} … ${labels.at(-1) ?? ''}`] : labels;
  return [...body, ...nulls].join(', ');
};

/** `5 %` and not `5.0 %`: a limit that was set, not measured. */
const wholePercent = (share: number): string => formatPercent(share).replace('.0', '');

/** What ties with the chosen size. NULL is left out: it has a sentence of its own. */
const tieSentence = (verdict: Verdict, text: ResultText, short: boolean): string => {
  const ranked = verdict.ranked.map((entry) => entry.local);
  if (verdict.kind === 'does-not-matter')
    return text('verdict.allTie', {
      n: verdict.ranked.length,
      percent: wholePercent(verdict.plateauShare),
    });
  const explicit = (wanted: (entry: RankedConfiguration) => boolean): readonly LocalSize[] =>
    verdict.ranked.filter((entry) => entry.local !== null && wanted(entry)).map((e) => e.local);
  const tied = explicit((entry) => entry.inTieSet);
  if (tied.length > 1) {
    const sizes = sizesText(tied, ranked);
    if (verdict.kind === 'more-samples-needed') return text('verdict.tieSoFar', { sizes });
    return text(short ? 'verdict.tieShort' : 'verdict.tie', { sizes });
  }
  const near = explicit((entry) => entry.inPlateau && entry.configuration !== verdict.recommended);
  return near.length > 0
    ? text('verdict.plateau', {
        sizes: sizesText(near, ranked),
        percent: wholePercent(verdict.plateauShare),
      })
    : '';
};

const nullSentence = (verdict: Verdict, chosen: RankedConfiguration, text: ResultText): string => {
  const size = localLabel(chosen.local);
  const time = formatDuration(chosen.medianNs);
  const auto = verdict.ranked.find((entry) => entry.local === null);
  if (auto === undefined) return text('verdict.best', { size, time });
  if (auto === chosen) return text('verdict.nullIsBest', { time });
  if (auto.inTieSet) return text('verdict.nullTies', { time: formatDuration(auto.medianNs), size });
  return text('verdict.nullSlower', { ...times(auto.medianNs / chosen.medianNs), size });
};

/** A ratio for both languages: `3.5×`, and the number alone for `3.5 倍`. */
const times = (ratio: number): { readonly ratio: string; readonly times: string } => {
  const shown = formatRatio(ratio);
  return { ratio: shown, times: shown.replace('×', '') };
};

const numberSentences = (verdict: Verdict, text: ResultText, short: boolean): readonly string[] => {
  const chosen = entryOf(verdict, verdict.recommended);
  if (chosen === undefined) return [];
  const sentences = [nullSentence(verdict, chosen, text)];
  // What ties is not slower as far as anyone can tell, whatever its median says.
  const losers = verdict.ranked.filter(
    (entry) => !entry.inPlateau && !entry.inTieSet && entry.local !== null,
  );
  const [nearest, worst] = [losers[0], losers.at(-1)];
  for (const loser of short || nearest === worst ? [worst] : [worst, nearest]) {
    if (loser === undefined) continue;
    const ratio = times(loser.medianNs / chosen.medianNs);
    sentences.push(text('verdict.loser', { size: localLabel(loser.local), ...ratio }));
  }
  const edge = verdict.edge === null ? undefined : entryOf(verdict, verdict.edge.configuration);
  if (verdict.edge !== null && edge !== undefined) {
    const { side, add } = verdict.edge;
    const params = { size: localLabel(edge.local), sizes: add.map(localLabel).join(', ') };
    const key = side === 'smallest' ? 'verdict.smallestEdge' : 'verdict.largestEdge';
    const keyShort = side === 'smallest' ? 'verdict.smallestShort' : 'verdict.largestShort';
    if (short) sentences.splice(1, 1, text(keyShort, params));
    else sentences.push(text(key, params), text('verdict.edgeAdd', params));
  }
  if (verdict.timeSource === 'wall') sentences.push(text('verdict.wall'));
  if (verdict.notCompared.length > 0) sentences.push(text('verdict.mixed'));
  return sentences;
};

const badgeOf = (of: VerdictOf, text: ResultText): VerdictBadge | null => {
  const { verdict } = of;
  if (verdict.kind === 'nothing-measured') return null;
  const params = { n: verdict.rounds };
  if (of.live && verdict.provisional)
    return { tone: 'warn', text: text('verdict.provisional', params) };
  return verdict.kind === 'more-samples-needed'
    ? { tone: 'warn', text: text('verdict.stopped', params) }
    : { tone: 'ok', text: text('verdict.settled', params) };
};

const leadOf = (of: VerdictOf, text: ResultText): string => {
  const { verdict } = of;
  const chosen = entryOf(verdict, verdict.recommended);
  if (chosen === undefined) return text(of.live ? 'verdict.none' : 'verdict.nothing');
  const size = localLabel(chosen.local);
  if (of.live && verdict.provisional) return text('verdict.useSoFar', { size });
  if (verdict.kind === 'does-not-matter') return text('verdict.doesNotMatter');
  if (verdict.kind === 'more-samples-needed') return text('verdict.moreSamples');
  return text('verdict.use', { size });
};

/** Devices agree when the same words lead to the same size. */
const groupsOf = (all: readonly VerdictOf[]): readonly (readonly [VerdictOf, ...VerdictOf[]])[] => {
  const groups = new Map<string, [VerdictOf, ...VerdictOf[]]>();
  for (const one of all) {
    const { kind, recommended, provisional, timeSource } = one.verdict;
    const key = [kind, recommended, provisional && one.live, timeSource].join('|');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()];
};

/** The card for the devices shown. Nothing shown gives a card that says that nothing was judged yet. */
export const verdictModel = (all: readonly VerdictOf[], text: ResultText): VerdictModel => {
  const groups = groupsOf(all);
  const [first] = groups;
  if (first === undefined)
    return {
      headline: text('verdict.none'),
      detail: text('verdict.noneHint'),
      badge: null,
      lines: [],
    };
  const lines = groups.map((group): VerdictLine => {
    const [one] = group;
    const several = groups.length > 1;
    const tie = several ? tieSentence(one.verdict, text, true) : '';
    return {
      slots: group.map((member) => member.slot),
      names: group.map((member) => member.label).join(', '),
      lead: several ? leadOf(one, text) : '',
      detail: [tie, ...numberSentences(one.verdict, text, several)].filter(Boolean).join(' '),
      badge: several ? badgeOf(one, text) : null,
    };
  });
  if (groups.length === 1) {
    const detail = tieSentence(first[0].verdict, text, false);
    return { headline: leadOf(first[0], text), detail, badge: badgeOf(first[0], text), lines };
  }
  const choices = new Set(all.map((one) => one.verdict.recommended));
  const chosen =
    [...choices].length === 1 ? entryOf(first[0].verdict, first[0].verdict.recommended) : undefined;
  const headline =
    chosen === undefined
      ? text('verdict.perDevice')
      : text('verdict.use', { size: localLabel(chosen.local) });
  return { headline, detail: '', badge: null, lines };
};
