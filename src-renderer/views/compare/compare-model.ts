/**
 * The table of differences: every shown device against a baseline, size by size. Ratios, intervals and
 * words come from the domain; a device whose times lie in another world (over 20 × apart) is compared
 * with its own best instead.
 */
import { compareInSteps, type Comparison, type DifferenceKind } from '@shared/domain/compare';
import type { RatioInterval } from '@shared/domain/ratio';
import { localLabel, type LocalSize } from '@shared/domain/sizes';
import type { DeviceState } from '@shared/domain/run-types';
import { finishSteps, type Steps } from '@shared/domain/steps';
import { wordFor, type ComparisonWord } from '@shared/domain/words';
import { formatDurationValue, formatPercent, formatRatio, type DurationUnit } from '@shared/text';
import { compareSizes } from '@renderer/charts/size-axis';
import { reasonText } from '@renderer/components/results/outcome-model';
import type { ResultText, ResultWords } from '@renderer/components/results/result-text';
import { tableUnit } from '@renderer/components/results/table-model';
import type { ShownView } from '../results/shown-view';

/** What the charts of a comparison can show. */
export const compareMetrics = ['time', 'relative', 'peak'] as const;
export type CompareMetric = (typeof compareMetrics)[number];

export interface DifferenceCell {
  /** Why there is no time here: skipped or failed, or not part of that run; empty where there is one. */
  readonly absent: string;
  readonly median: string;
  readonly difference: string;
  readonly intervalText: string;
  readonly word: ComparisonWord | 'best' | null;
  readonly wordText: string;
  /** To be drawn on the shared axis; null: nothing to draw. */
  readonly interval: RatioInterval | null;
}

export interface DifferenceColumn {
  readonly view: ShownView;
  readonly unit: DurationUnit;
  /** `own`: against its own best. */
  readonly manner: 'baseline' | 'ratio' | 'own';
  readonly cells: ReadonlyMap<string, DifferenceCell>;
  /** Sizes that its run was asked for. */
  readonly planned: ReadonlySet<string>;
}

export interface DifferenceTable {
  readonly sizes: readonly { readonly key: string; readonly label: string }[];
  readonly columns: readonly DifferenceColumn[];
  /** Half of the shared axis, as a share: 0.15 draws −15 … +15 %. */
  readonly reach: number;
}

export interface DifferenceFact {
  readonly what: DifferenceKind;
  /** One per shown device, in their order. */
  readonly values: readonly string[];
}

// The table and the list of differences ask for the same pairs, and again with each batch of events.
const compared = new WeakMap<DeviceState, WeakMap<DeviceState, Comparison>>();

const compareViewsInSteps = function* (a: ShownView, b: ShownView): Steps<Comparison> {
  const partners = compared.get(a.state) ?? new WeakMap<DeviceState, Comparison>();
  compared.set(a.state, partners);
  const known = partners.get(b.state);
  if (known !== undefined) return known;
  const comparison = yield* compareInSteps(a.run, a.state, b.run, b.state);
  partners.set(b.state, comparison);
  return comparison;
};

const compareViews = (a: ShownView, b: ShownView): Comparison =>
  finishSteps(compareViewsInSteps(a, b));

/** Works out all that table and list of differences will ask for; they then find it ready. */
export const comparisonsInSteps = function* (
  views: readonly ShownView[],
  baseline: ShownView,
): Steps<null> {
  const [first] = views;
  for (const view of views) {
    if (view !== baseline) yield* compareViewsInSteps(baseline, view);
    if (first !== undefined && view !== first) yield* compareViewsInSteps(first, view);
  }
  return null;
};

const farApart = 20;
/** A size that a device does not have. */
export const emptyCell: DifferenceCell = {
  absent: '',
  median: '',
  difference: '',
  intervalText: '',
  word: null,
  wordText: '',
  interval: null,
};

const signed = (ratio: number): string => formatPercent(ratio - 1, true).replace('\u2009%', '');

const plannedOf = (view: ShownView): ReadonlySet<string> =>
  new Set(view.rows.map((row) => row.configuration.id));

/** Sizes of a view that have no usable time, with what became of them. */
const absentCells = (
  view: ShownView,
  words: ResultWords,
): readonly (readonly [string, DifferenceCell])[] =>
  view.rows.flatMap((row): readonly (readonly [string, DifferenceCell])[] => {
    const { outcome, configuration } = row;
    if (outcome === null || outcome.kind === 'measured') return [];
    if (outcome.kind === 'skipped' && row.summary.median !== null) return [];
    const absent = `${words.text(`outcome.${outcome.kind}`)}: ${reasonText(row, words)}`;
    return [[configuration.id, { ...emptyCell, absent }]];
  });

const baselineColumn = (view: ShownView, words: ResultWords): DifferenceColumn => {
  const unit = tableUnit(view.rows);
  const cells = view.rows.map((row): readonly [string, DifferenceCell] => [
    row.configuration.id,
    {
      ...emptyCell,
      median: formatDurationValue(row.summary.median, unit),
      difference: formatRatio(row.relative),
    },
  ]);
  const all = new Map([...cells, ...absentCells(view, words)]);
  return { view, unit, manner: 'baseline', cells: all, planned: plannedOf(view) };
};

const againstBaseline = (
  baseline: ShownView,
  view: ShownView,
  words: ResultWords,
): DifferenceColumn => {
  const { text } = words;
  const unit = tableUnit(view.rows);
  const { sizes, bests } = compareViews(baseline, view);
  const apart = bests === null ? 1 : bests.medianB / bests.medianA;
  if (apart > farApart || apart < 1 / farApart) return againstOwnBest(view, words);
  const cells = new Map<string, DifferenceCell>(absentCells(view, words));
  for (const size of sizes) {
    const ratio = size.interval?.ratio ?? size.medianB / size.medianA;
    cells.set(size.configuration, {
      ...emptyCell,
      median: formatDurationValue(size.medianB, unit),
      difference: ratio > 2 || ratio < 0.5 ? formatRatio(ratio) : formatPercent(ratio - 1, true),
      intervalText:
        size.interval === null
          ? text('compare.noInterval')
          : `${signed(size.interval.low)} … ${signed(size.interval.high)}`,
      word: size.word,
      wordText:
        size.reason === 'clocks-differ'
          ? text('compare.clocksDiffer')
          : text(`compare.word.${size.word}`),
      interval: size.interval,
    });
  }
  for (const row of view.rows) {
    const key = row.configuration.id;
    if (cells.has(key) || row.summary.median === null) continue;
    const median = formatDurationValue(row.summary.median, unit);
    cells.set(key, { ...emptyCell, median, intervalText: text('compare.oneSide') });
  }
  return { view, unit, manner: 'ratio', cells, planned: plannedOf(view) };
};

const againstOwnBest = (view: ShownView, words: ResultWords): DifferenceColumn => {
  const { text } = words;
  const unit = tableUnit(view.rows);
  const cells = view.rows.flatMap((row): readonly (readonly [string, DifferenceCell])[] => {
    if (row.ranked === null) return [];
    const { interval, relative } = row.ranked;
    const word = row.isBest ? 'best' : wordFor(interval);
    return [
      [
        row.configuration.id,
        {
          ...emptyCell,
          median: formatDurationValue(row.summary.median, unit),
          difference: formatRatio(relative),
          intervalText:
            interval === null
              ? text(row.isBest ? 'compare.ownBest' : 'compare.noInterval')
              : `${interval.low.toFixed(2)} … ${interval.high.toFixed(2)}`,
          word,
          wordText: text(word === 'best' ? 'compare.ownBest' : `compare.word.${word}`),
          interval: null,
        },
      ],
    ];
  });
  const all = new Map([...absentCells(view, words), ...cells]);
  return { view, unit, manner: 'own', cells: all, planned: plannedOf(view) };
};

/** The baseline first, then the others against it; sizes by size. */
export const differenceTable = (
  views: readonly ShownView[],
  baseline: ShownView,
  words: ResultWords,
): DifferenceTable => {
  const others = views.filter((view) => view !== baseline);
  const columns = [
    baselineColumn(baseline, words),
    ...others.map((view) => againstBaseline(baseline, view, words)),
  ];
  const byKey = new Map<string, LocalSize>();
  for (const view of [baseline, ...others])
    for (const row of view.rows) byKey.set(row.configuration.id, row.configuration.local);
  const ends = columns.flatMap((column) =>
    [...column.cells.values()].flatMap((cell) =>
      cell.interval === null
        ? []
        : [Math.abs(cell.interval.low - 1), Math.abs(cell.interval.high - 1)],
    ),
  );
  // Room for most, not for the one interval that is as wide as the rest together.
  const sorted = ends.toSorted((a, b) => a - b);
  const typical = sorted[Math.floor(sorted.length * 0.9)] ?? 0;
  return {
    sizes: [...byKey]
      .toSorted((a, b) => compareSizes(a[1], b[1]))
      .map(([key, local]) => ({ key, label: localLabel(local) })),
    columns,
    reach: [0.15, 0.3, 0.6, 1].find((reach) => typical <= reach) ?? 1,
  };
};

/** Sizes that one shown device alone was asked to run; of a long list the first are named. */
export interface OneSided {
  readonly slot: number;
  readonly label: string;
  readonly sizes: readonly string[];
  readonly more: number;
}

const mostNamed = 8;

/** Per device the sizes that no other one has in its run; devices without such a size are left out. */
export const sizesOnOneSide = (views: readonly ShownView[]): readonly OneSided[] => {
  const counts = new Map<string, number>();
  for (const view of views)
    for (const row of view.rows)
      counts.set(row.configuration.id, (counts.get(row.configuration.id) ?? 0) + 1);
  return views.flatMap(({ slot, label, rows }) => {
    const alone = rows
      .map((row) => row.configuration)
      .filter(({ id }) => views.length > 1 && counts.get(id) === 1)
      .toSorted((a, b) => compareSizes(a.local, b.local))
      .map(({ local }) => localLabel(local));
    const more = Math.max(0, alone.length - mostNamed);
    return alone.length === 0 ? [] : [{ slot, label, sizes: alone.slice(0, mostNamed), more }];
  });
};

/** Facts of a closed set in the window's language; names and values stay as they are. */
const factText = (what: DifferenceKind, value: string, text: ResultText): string => {
  if (value === '') return text('compare.none');
  switch (what) {
    case 'time-source':
      return value
        .split(' and ')
        .map((source) =>
          source === 'event' || source === 'batch' || source === 'wall'
            ? text(`source.${source}`)
            : source,
        )
        .join(' + ');
    case 'cache-mode':
      return text(value === 'cold' ? 'compare.cold' : 'compare.warm');
    case 'lane-shared':
      return text(value === 'yes' ? 'compare.yes' : 'compare.no');
    case 'restore': {
      const [state, but] = value.split(' except ');
      const shown = text(state === 'off' ? 'compare.off' : 'compare.on');
      return but === undefined ? shown : `${shown} (− ${but})`;
    }
    default:
      return value;
  }
};

/** What is not the same on all sides, device by device. */
export const whatDiffers = (
  views: readonly ShownView[],
  text: ResultText,
): readonly DifferenceFact[] => {
  const [first, ...rest] = views;
  if (first === undefined) return [];
  const pairs = rest.map((view) => compareViews(first, view));
  const kinds = [...new Set(pairs.flatMap((pair) => pair.differences.map(({ what }) => what)))];
  return kinds.map((what) => {
    const own = pairs.flatMap((pair) => pair.differences).find((entry) => entry.what === what);
    const values = [
      own?.a ?? '',
      ...pairs.map((pair) => pair.differences.find((d) => d.what === what)?.b ?? own?.a ?? ''),
    ];
    if (what === 'arguments') return { what, values: [text('compare.argumentsDiffer')] };
    if (what === 'source') return { what, values: values.map((hash) => hash.slice(0, 8)) };
    return { what, values: values.map((value) => factText(what, value, text)) };
  });
};

/** The table as tab-separated text. */
export const differencesAsText = (table: DifferenceTable, text: ResultText): string => {
  const heads = table.columns.flatMap((column) => {
    const name = column.view.label;
    const base = [`${name} ${text('column.median', { unit: column.unit })}`];
    return column.manner === 'baseline'
      ? [...base, text('column.relative')]
      : [...base, text('compare.difference1'), text('compare.interval'), text('compare.verdict')];
  });
  const lines = table.sizes.map(({ key, label }) => [
    label,
    ...table.columns.flatMap((column) => {
      const cell = column.cells.get(key) ?? emptyCell;
      return column.manner === 'baseline'
        ? [cell.median, cell.difference]
        : [cell.median, cell.difference, cell.intervalText, cell.wordText];
    }),
  ]);
  return [[text('compare.local'), ...heads], ...lines]
    .map((cells) => cells.join('\t').replaceAll('\u2009', ''))
    .join('\n');
};
