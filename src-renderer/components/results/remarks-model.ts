/**
 * What stands beside a device's results: how far its clock can be trusted, how it drifted in the course of
 * the run, and what was odd. It words what the domain found and decides nothing itself.
 */
import { sentinelDrift, type SentinelDrift } from '@shared/domain/sentinel';
import type { DeviceState, Run } from '@shared/domain/run-types';
import { localLabel } from '@shared/domain/sizes';
import { formatRatio, timerText, warningLabels, warningText } from '@shared/text';
import type { ResultWords } from './result-text';

export interface Remark {
  readonly label: string;
  readonly message: string;
}

export interface DriftMark {
  readonly short: string;
  readonly label: string;
  readonly tone: 'neutral' | 'warn';
  /** The band and the rounds in a box of 100 × 20: x by round, y downwards. */
  readonly band: { readonly y: number; readonly height: number };
  readonly points: string;
}

export interface DeviceRemarks {
  readonly timer: { readonly text: string; readonly tone: 'neutral' | 'warn' } | null;
  readonly drift: DriftMark | null;
  readonly remarks: readonly Remark[];
}

const width = 100;
const height = 20;
const fewestRounds = 3;

const driftMark = (drift: SentinelDrift, size: string, { text }: ResultWords): DriftMark => {
  const values = drift.series.map(({ relative }) => relative);
  // At least ±5 %, so that a steady device looks steady.
  const reach = Math.max(0.05, ...values.map((value) => Math.abs(Math.log(value))));
  const y = (relative: number): number => (height / 2) * (1 - Math.log(relative) / reach);
  const params = { low: formatRatio(drift.low), high: formatRatio(drift.high), size };
  return {
    short: text('driftShort', params),
    label: text('driftLabel', params),
    tone: drift.drifts ? 'warn' : 'neutral',
    band: { y: y(drift.high), height: Math.max(1, y(drift.low) - y(drift.high)) },
    points: values
      .map(
        (value, at) =>
          `${((width * at) / Math.max(1, values.length - 1)).toFixed(1)},${y(value).toFixed(1)}`,
      )
      .join(' '),
  };
};

export const deviceRemarks = (run: Run, state: DeviceState, words: ResultWords): DeviceRemarks => {
  const { timer } = state;
  const drift = sentinelDrift(state);
  const watched = state.configurations.find(
    ({ configuration }) => configuration.id === drift?.configuration,
  );
  const remarks = run.warnings.filter(({ deviceKey }) => deviceKey === state.device.key);
  return {
    timer: timer
      ? {
          text: timerText(timer, words.locale),
          tone: timer.reason === 'trusted' ? 'neutral' : 'warn',
        }
      : null,
    drift:
      drift === null || watched === undefined || drift.series.length < fewestRounds
        ? null
        : driftMark(drift, localLabel(watched.configuration.local), words),
    remarks: remarks.map((warning) => ({
      label: warningLabels[words.locale][warning.code],
      message: warningText(warning, words.locale),
    })),
  };
};
