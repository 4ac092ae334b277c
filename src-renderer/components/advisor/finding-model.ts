/**
 * Findings as rows: head, sentence, prediction and measurement, and both on one axis of ratios. Decides only
 * how they are shown; their order is the domain's.
 */
import type { Finding } from '@shared/domain/advisor/findings';
import { formatRatio, type TextLocale } from '@shared/text';
import { agreementText, findingWhat, measurementText, predictionText } from '@shared/text/advice';
import { findingLabels } from '@shared/text/finding-labels';

/** Places on the axis, 0 … 1; null: not known. */
export interface RatioMarks {
  readonly one: number;
  readonly predicted: number | null;
  readonly measured: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export interface FindingRow {
  readonly key: string;
  readonly head: string;
  readonly what: string;
  readonly prediction: string;
  readonly measurement: string;
  /** null: nothing to agree on. */
  readonly agrees: boolean | null;
  readonly agreement: string;
  /** null: no ratio to draw. */
  readonly marks: RatioMarks | null;
}

const valuesOf = ({ prediction, measurement }: Finding): readonly number[] =>
  [prediction?.ratio, measurement?.ratio, measurement?.low, measurement?.high].filter(
    (value): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0,
  );

/** From a ratio to its place on an axis that holds all of them, by their logarithms. */
const placing = (findings: readonly Finding[]): ((ratio: number) => number) => {
  const values = findings.flatMap(valuesOf);
  const low = Math.log(values.reduce((least, value) => Math.min(least, value), 1));
  const high = Math.log(values.reduce((most, value) => Math.max(most, value), 1.1));
  // A little room, so that no mark is cut at the ends.
  const pad = (high - low) * 0.04;
  return (ratio) => (Math.log(ratio) - low + pad) / (high - low + 2 * pad);
};

export const findingRows = (
  findings: readonly Finding[],
  locale: TextLocale,
): readonly FindingRow[] => {
  const place = placing(findings);
  const placed = (ratio: number | null | undefined): number | null =>
    typeof ratio === 'number' && ratio > 0 ? place(ratio) : null;
  return findings.map((finding) => {
    const { code, configurations, prediction, measurement, agrees } = finding;
    return {
      key: `${code} ${configurations.join(' ')}`,
      head: `${findingLabels[locale][code]}${locale === 'en' ? '.' : '：'}`,
      what: `${findingWhat(finding, locale)}${locale === 'en' ? '.' : '。'}`,
      prediction: predictionText(finding, locale),
      measurement: measurementText(finding, locale),
      agrees,
      agreement: agreementText(finding, locale),
      marks:
        valuesOf(finding).length === 0
          ? null
          : {
              one: place(1),
              predicted: placed(prediction?.ratio),
              measured: placed(measurement?.ratio),
              low: placed(measurement?.low),
              high: placed(measurement?.high),
            },
    };
  });
};

/** A finding that one or several devices have in common, for where there is little room. */
export interface SharedFinding {
  readonly key: string;
  readonly head: string;
  readonly what: string;
  readonly slots: readonly number[];
  readonly predicted: string;
  readonly measured: string;
  /** false: the prediction fails on one of them at least. */
  readonly agrees: boolean | null;
}

interface FoundOn {
  readonly slot: number;
  readonly finding: Finding;
}

/** `3.3×`, or from the least to the most. */
const ratiosOf = (ratios: readonly (number | undefined)[]): string => {
  const known = ratios.filter((ratio) => ratio !== undefined);
  if (known.length === 0) return '';
  const ends = [Math.min(...known), Math.max(...known)].map(formatRatio);
  return [...new Set(ends)].join(' … ');
};

const share = (members: readonly FoundOn[], locale: TextLocale): SharedFinding | null => {
  const [first] = members;
  if (first === undefined) return null;
  const [row] = findingRows([first.finding], locale);
  if (row === undefined) return null;
  const verdicts = members.flatMap(({ finding }) => finding.agrees ?? []);
  return {
    key: `${row.key} ${row.what}`,
    head: row.head,
    what: row.what,
    slots: members.map(({ slot }) => slot),
    predicted: ratiosOf(members.map(({ finding }) => finding.prediction?.ratio)),
    measured: ratiosOf(members.map(({ finding }) => finding.measurement?.ratio)),
    agrees: verdicts.length === 0 ? null : verdicts.every((agrees) => agrees),
  };
};

/**
 * Findings of several devices, those that say the same as one; in the order of their first device. `most`: only so
 * many are put into words, for of hundreds of sizes there are a thousand; `count` is of all.
 */
export const sharedFindings = (
  devices: readonly { readonly slot: number; readonly findings: readonly Finding[] }[],
  locale: TextLocale,
  most: number,
): { readonly count: number; readonly shown: readonly SharedFinding[] } => {
  const groups = new Map<string, FoundOn[]>();
  for (const { slot, findings } of devices) {
    for (const finding of findings) {
      const key = `${finding.code} ${findingWhat(finding, locale)}`;
      const known = groups.get(key);
      if (known === undefined) groups.set(key, [{ slot, finding }]);
      else known.push({ slot, finding });
    }
  }
  const shown = [...groups.values()].slice(0, most);
  return {
    count: groups.size,
    shown: shown.flatMap((members) => share(members, locale) ?? []),
  };
};
