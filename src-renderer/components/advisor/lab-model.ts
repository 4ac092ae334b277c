/**
 * One size for all the devices of the lab, as text and bars. Which size it is and what it loses says the domain;
 * here is decided which of the shown devices can be chosen for together: those with the kernel, source and
 * global size of the first.
 */
import { chooseLabSize, type LabCandidate } from '@shared/domain/advisor/lab-size';
import type { Verdict } from '@shared/domain/verdict';
import type { DeviceState, Run } from '@shared/domain/run-types';
import { formatDuration, formatPercent, formatRatio } from '@shared/text';
import { sizeText } from '@shared/text/measured';
import type { AdvisorWords } from './advisor-text';

export interface LabDevice {
  readonly slot: number;
  readonly label: string;
  readonly run: Run;
  readonly state: DeviceState;
  readonly verdict: Verdict;
}

export interface LabLossRow {
  readonly slot: number;
  readonly label: string;
  readonly ratio: string;
  /** Length of the bar, 0 … 1; an empty one is no loss. */
  readonly share: number;
  readonly help: string;
}

export interface LabAlternative {
  readonly key: string;
  readonly label: string;
  readonly isChosen: boolean;
  /** One per device, in the order of the losses. */
  readonly ratios: readonly string[];
  readonly worst: string;
}

export interface LabModel {
  /** '' with `reason`. */
  readonly size: string;
  readonly sentence: string;
  /** Sizes that lose hardly more; '' for none. */
  readonly tie: string;
  readonly losses: readonly LabLossRow[];
  readonly price: string;
  readonly instead: string;
  readonly alternatives: readonly LabAlternative[];
  readonly notes: readonly string[];
  /** Why there is no size; '' where there is. */
  readonly reason: string;
}

/** What is the same is one question; anything else cannot have one answer. */
const question = ({ run: { header } }: LabDevice): string =>
  JSON.stringify([header.spec.kernel, header.sourceSha256, header.spec.global]);

/** Losses that differ by less are alike for practice. */
const alike = 0.05;

const joined = (parts: readonly string[], { locale }: AdvisorWords): string =>
  parts.join(locale === 'en' ? ', ' : '、');

const nothing = (reason: string, notes: readonly string[]): LabModel => ({
  size: '',
  sentence: '',
  tie: '',
  losses: [],
  price: '',
  instead: '',
  alternatives: [],
  notes,
  reason,
});

const times = (ratio: number) => {
  const text = formatRatio(ratio);
  return { ratio: text, times: text.replace('×', '') };
};

const largest = (candidate: LabCandidate): number =>
  candidate.losses.reduce(
    (at, loss, next) => (loss.ratio > (candidate.losses[at]?.ratio ?? 0) ? next : at),
    0,
  );

const priceText = (
  chosen: LabCandidate,
  measured: readonly LabDevice[],
  { text }: AdvisorWords,
): string => {
  const at = largest(chosen);
  const loss = chosen.losses[at];
  const device = measured[at];
  const best = device?.verdict.ranked[0]?.medianNs;
  if (loss === undefined || device === undefined || best === undefined) return '';
  if (chosen.worst < 1.005) return text('lab.noPrice');
  return text('lab.price', {
    percent: formatPercent(chosen.price - 1, true),
    time: formatDuration((loss.ratio - 1) * best),
    device: device.label,
  });
};

/** What the own best of the device that loses most would cost the others; '' where it is the chosen size. */
const insteadText = (
  chosen: LabCandidate,
  others: readonly LabCandidate[],
  measured: readonly LabDevice[],
  { text }: AdvisorWords,
): string => {
  const at = largest(chosen);
  const wanted = others.find(({ configuration }) => configuration === chosen.losses[at]?.best);
  if (wanted === undefined || chosen.worst < 1 + alike) return '';
  const sufferer = largest(wanted);
  return text('lab.instead', {
    size: sizeText(wanted.configuration),
    device: measured[at]?.label ?? '',
    other: measured[sufferer]?.label ?? '',
    ...times(wanted.worst),
  });
};

/** Of the shown devices, in their order; the first says which kernel it is about. */
export const labModel = (devices: readonly LabDevice[], words: AdvisorWords): LabModel => {
  const { text } = words;
  const [first] = devices;
  const asked = first === undefined ? '' : question(first);
  const together = devices.filter((device) => question(device) === asked);
  const leftOut = devices.filter((device) => question(device) !== asked);
  const lab = chooseLabSize(together.map(({ state, verdict }) => ({ device: state, verdict })));
  const notes =
    leftOut.length === 0
      ? []
      : [
          text('lab.leftOut', {
            devices: joined(
              leftOut.map(({ label }) => label),
              words,
            ),
          }),
        ];
  if (lab.chosen === null) return nothing(text(`lab.reason.${lab.reason}`), notes);
  const { chosen, others } = lab;
  const measured = together.filter(({ verdict }) => verdict.ranked.length > 0);
  const all = [chosen, ...others];
  const common = new Set(all.map(({ configuration }) => configuration));
  const absent = new Set(
    measured
      .flatMap(({ verdict }) => verdict.ranked)
      .filter(({ local, configuration }) => local !== null && !common.has(configuration))
      .map(({ configuration }) => configuration),
  );
  const near = others.filter(({ worst }) => worst <= chosen.worst * (1 + alike));
  const scale = Math.max(2, chosen.worst) - 1;
  return {
    size: sizeText(chosen.configuration),
    sentence: chosen.worst < 1.005 ? text('lab.noLoss') : text('lab.sentence', times(chosen.worst)),
    tie:
      near.length === 0
        ? ''
        : text('lab.tie', {
            percent: formatPercent(alike).replace('.0', ''),
            sizes: joined(
              near.slice(0, 4).map(({ configuration }) => sizeText(configuration)),
              words,
            ),
          }),
    losses: chosen.losses.map((loss, at) => {
      const device = measured[at];
      const label = device?.label ?? loss.device;
      return {
        slot: device?.slot ?? at,
        label,
        ratio: formatRatio(loss.ratio),
        share: Math.min(1, (loss.ratio - 1) / scale),
        help: text('lab.lossLabel', {
          device: label,
          size: sizeText(loss.best),
          ...times(loss.ratio),
        }),
      };
    }),
    price: priceText(chosen, measured, words),
    instead: insteadText(chosen, others, measured, words),
    alternatives: all.map((candidate) => ({
      key: candidate.configuration,
      label: sizeText(candidate.configuration),
      isChosen: candidate === chosen,
      ratios: candidate.losses.map(({ ratio }) => formatRatio(ratio)),
      worst: formatRatio(candidate.worst),
    })),
    notes:
      absent.size === 0
        ? notes
        : [...notes, text('lab.absent', { sizes: joined([...absent].map(sizeText), words) })],
    reason: '',
  };
};
