/**
 * The verdicts of the shown devices as the lines of one card: what to do first, then one line per group
 * of devices that agree. It words what the domain decided and decides nothing itself.
 */
import { fewestRoundsToJudge } from '@shared/domain/ranking';
import type { RankedConfiguration, Verdict } from '@shared/domain/verdict';
import { compareSizes } from '@renderer/charts/size-axis';
import { localLabel, type LocalSize } from '@shared/domain/sizes';
import { formatDuration, formatPercent, formatRatio } from '@shared/text';
import type { MoreSamples } from './more-samples';
import type { ResultText } from './result-text';

export interface VerdictOf {
  readonly slot: number;
  readonly label: string;
  readonly verdict: Verdict;
  /** The run goes on: the verdict can change. */
  readonly live: boolean;
  /** How to get to a verdict where there is none yet. */
  readonly more?: MoreSamples | undefined;
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

/** Whether the rounds do not carry a verdict yet. */
const isUnsure = (verdict: Verdict): boolean => verdict.kind === 'more-samples-needed';

/** Sizes of a list that are named one by one. */
const mostNamed = 8;

/**
 * `128 … 1024` where the sizes are neighbours among all that were ranked, else a list; of a long one the
 * ends and how many there are.
 */
export const sizesText = (
  sizes: readonly LocalSize[],
  among: readonly LocalSize[],
  text: ResultText,
): string => {
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
  const ends = `${labels[0] ?? ''} … ${labels.at(-1) ?? ''}`;
  const body = isStretch
    ? [ends]
    : labels.length > mostNamed
      ? [`${ends} (${text('sizes', { n: labels.length })})`]
      : labels;
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
    const sizes = sizesText(tied, ranked, text);
    if (verdict.kind === 'more-samples-needed') return text('verdict.tieSoFar', { sizes });
    return text(short ? 'verdict.tieShort' : 'verdict.tie', { sizes });
  }
  const near = explicit((entry) => entry.inPlateau && entry.configuration !== verdict.recommended);
  return near.length > 0
    ? text('verdict.plateau', {
        sizes: sizesText(near, ranked, text),
        percent: wholePercent(verdict.plateauShare),
      })
    : '';
};

/** Below this a ratio reads as "1.00×": no more than the rounding of two medians. */
const leastRatio = 1.005;

const nullSentence = (verdict: Verdict, chosen: RankedConfiguration, text: ResultText): string => {
  const size = localLabel(chosen.local);
  const time = formatDuration(chosen.medianNs);
  const auto = verdict.ranked.find((entry) => entry.local === null);
  if (auto === undefined) return text('verdict.best', { size, time });
  if (auto === chosen) return text('verdict.nullIsBest', { time });
  if (auto.inTieSet) return text('verdict.nullTies', { time: formatDuration(auto.medianNs), size });
  const ratio = auto.medianNs / chosen.medianNs;
  return ratio < leastRatio
    ? text('verdict.best', { size, time })
    : text('verdict.nullSlower', { ...times(ratio), size });
};

/** A ratio for both languages: `3.5×`, and the number alone for `3.5 倍`. */
const times = (ratio: number): { readonly ratio: string; readonly times: string } => {
  const shown = formatRatio(ratio);
  return { ratio: shown, times: shown.replace('×', '') };
};

/** What is certainly slower than the chosen size, nearest first. */
const losersOf = (verdict: Verdict, chosen: RankedConfiguration): readonly RankedConfiguration[] =>
  // What ties is not slower as far as anyone can tell, whatever its median says.
  verdict.ranked.filter(
    (entry) =>
      !entry.inPlateau &&
      !entry.inTieSet &&
      entry.local !== null &&
      entry.medianNs / chosen.medianNs >= leastRatio,
  );

const edgeSentences = (verdict: Verdict, text: ResultText, short: boolean): readonly string[] => {
  const edge = verdict.edge === null ? undefined : entryOf(verdict, verdict.edge.configuration);
  if (verdict.edge === null || edge === undefined || isUnsure(verdict)) return [];
  const { side, add } = verdict.edge;
  const params = { size: localLabel(edge.local), sizes: add.map(localLabel).join(', ') };
  const smallest = side === 'smallest';
  return short
    ? [text(smallest ? 'verdict.smallestShort' : 'verdict.largestShort', params)]
    : [
        text(smallest ? 'verdict.smallestEdge' : 'verdict.largestEdge', params),
        text('verdict.edgeAdd', params),
      ];
};

const numberSentences = (
  { verdict, live }: VerdictOf,
  text: ResultText,
  short: boolean,
): readonly string[] => {
  const chosen = entryOf(verdict, isUnsure(verdict) ? verdict.best : verdict.recommended);
  if (chosen === undefined) return live ? [text('verdict.noSamples')] : [];
  const losers = losersOf(verdict, chosen);
  const [nearest, worst] = [losers[0], losers.at(-1)];
  const named = short || nearest === worst ? [worst] : [worst, nearest];
  const slower = named.flatMap((loser) =>
    loser === undefined
      ? []
      : text('verdict.loser', {
          size: localLabel(loser.local),
          ...times(loser.medianNs / chosen.medianNs),
        }),
  );
  const edge = edgeSentences(verdict, text, short);
  const first = isUnsure(verdict)
    ? text('verdict.lowest', {
        size: localLabel(chosen.local),
        time: formatDuration(chosen.medianNs),
      })
    : nullSentence(verdict, chosen, text);
  return [
    first,
    ...(short && edge.length > 0 ? edge : [...slower, ...edge]),
    ...(verdict.timeSource === 'wall' ? [text('verdict.wall')] : []),
    ...(verdict.notCompared.length > 0 ? [text('verdict.mixed')] : []),
  ];
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
  if (of.live && verdict.provisional) {
    // Before there are rounds enough to judge by, the lowest time is chance.
    return verdict.reason === 'too-few-rounds'
      ? text('verdict.none')
      : text('verdict.useSoFar', { size });
  }
  if (verdict.kind === 'does-not-matter') return text('verdict.doesNotMatter');
  if (verdict.kind === 'more-samples-needed') return text('verdict.moreSamples');
  return text('verdict.use', { size });
};

/** How to get to a verdict; empty where there is one, or while the run still gathers samples. */
const hintOf = (of: VerdictOf, text: ResultText): string => {
  if (!isUnsure(of.verdict)) return '';
  if (of.live) {
    return of.verdict.reason === 'too-few-rounds'
      ? text('verdict.roundsOf', { round: of.verdict.rounds, rounds: fewestRoundsToJudge })
      : '';
  }
  return of.more === undefined
    ? ''
    : text(`verdict.more.${of.more.kind}`, { count: of.more.value ?? '' });
};

/** Devices agree when the same words lead to the same size. */
const groupsOf = (all: readonly VerdictOf[]): readonly (readonly [VerdictOf, ...VerdictOf[]])[] => {
  const groups = new Map<string, [VerdictOf, ...VerdictOf[]]>();
  for (const one of all) {
    const { kind, reason, recommended, best, provisional, timeSource } = one.verdict;
    const size = isUnsure(one.verdict) ? best : recommended;
    const key = [kind, reason, size, provisional && one.live, timeSource, one.more?.kind].join('|');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()];
};

/** One size that is right for every device: chosen on all, or chosen where it matters and safe elsewhere. */
const commonChoice = (all: readonly VerdictOf[]): RankedConfiguration | undefined => {
  const demanding = all.filter(({ verdict }) => verdict.kind !== 'does-not-matter');
  const choices = new Set(
    (demanding.length > 0 ? demanding : all).map(({ verdict }) => verdict.recommended),
  );
  const [choice] = [...choices];
  if (choices.size !== 1 || choice === undefined || choice === null) return undefined;
  const entries = all.map(({ verdict }) => entryOf(verdict, choice));
  return entries.every((entry) => entry?.inPlateau === true) ? entries[0] : undefined;
};

/** The headline over several groups, of which no line below may say the opposite. */
const headlineOf = (all: readonly VerdictOf[], text: ResultText): string => {
  const judged = all.filter(({ verdict }) => verdict.kind !== 'nothing-measured');
  const unsure = judged.filter(({ verdict }) => isUnsure(verdict));
  const common = commonChoice(judged);
  if (all.some((one) => one.live && one.verdict.provisional)) {
    const early = unsure.some(({ verdict }) => verdict.reason === 'too-few-rounds');
    if (judged.length < all.length || early) return text('verdict.none');
    return common === undefined
      ? text('verdict.leadersDiffer')
      : text('verdict.useSoFar', { size: localLabel(common.local) });
  }
  if (judged.length === 0) return text('verdict.nothing');
  if (unsure.length === judged.length) return text('verdict.moreSamples');
  if (unsure.length > 0)
    return text('verdict.moreSamplesOn', {
      devices: unsure.map(({ label }) => label).join(', '),
    });
  return common === undefined
    ? text('verdict.perDevice')
    : text('verdict.use', { size: localLabel(common.local) });
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
  const several = groups.length > 1;
  // While something runs, how to get more samples is to wait.
  const live = all.some((one) => one.live);
  const hintFor = (one: VerdictOf): string => (live && !one.live ? '' : hintOf(one, text));
  const hints = new Set(groups.map(([one]) => hintFor(one)).filter(Boolean));
  const lines = groups.map((group): VerdictLine => {
    const [one] = group;
    const hint = hints.size > 1 ? hintFor(one) : '';
    const tie = several ? tieSentence(one.verdict, text, true) : '';
    return {
      slots: group.map((member) => member.slot),
      names: group.map((member) => member.label).join(', '),
      lead: several ? leadOf(one, text) : '',
      detail: [tie, ...numberSentences(one, text, several), hint].filter(Boolean).join(' '),
      badge: several ? badgeOf(one, text) : null,
    };
  });
  if (!several) {
    const [one] = first;
    const detail = [tieSentence(one.verdict, text, false), hintOf(one, text)]
      .filter(Boolean)
      .join(' ');
    return { headline: leadOf(one, text), detail, badge: badgeOf(one, text), lines };
  }
  const detail = hints.size === 1 ? ([...hints][0] ?? '') : '';
  const headline = headlineOf(all, text);
  // Where every line would only repeat the headline, the numbers say more without it.
  const repeats = lines.every(({ lead }) => lead === headline);
  return {
    headline,
    detail,
    badge: null,
    lines: repeats ? lines.map((line) => ({ ...line, lead: '' })) : lines,
  };
};
