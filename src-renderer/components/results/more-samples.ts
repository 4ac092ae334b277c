/**
 * What to change so that a run without a verdict gets one: the bound that ended it. Decides by how the
 * sizes among which the decision lies stopped; promises nothing about how many samples will do.
 */
import type { Verdict } from '@shared/domain/verdict';
import type { DeviceState, Run, RunPhase } from '@shared/domain/run-types';

export interface MoreSamples {
  /** `resume`: it was cut short. The others name the bound that is to be raised, and the last none. */
  readonly kind: 'resume' | 'fixed' | 'limit' | 'time' | 'again';
  /** A value worth trying: samples, or seconds. */
  readonly value: number | null;
}

/** Rounds that a fixed count is spread over at most (stopping.ts). */
const fixedRounds = 10;

/** null: the device has a verdict, or nothing was measured on it. */
export const moreSamplesFor = (
  run: Run,
  device: DeviceState,
  verdict: Verdict,
  phase: RunPhase = run.phase,
): MoreSamples | null => {
  if (verdict.kind !== 'more-samples-needed') return null;
  if (phase === 'cancelled' || phase === 'interrupted') return { kind: 'resume', value: null };
  const { options, spec } = run.header;
  const fixed = options.samples ?? spec.samples;
  if (fixed !== null) return { kind: 'fixed', value: Math.max(2 * fixed, 2 * fixedRounds) };
  const open = new Set([...verdict.tieSet, ...verdict.plateau]);
  const reasons = new Set(
    device.configurations
      .filter((state) => open.has(state.configuration.id))
      .map((state) => state.stopReason),
  );
  if (reasons.has('max-time')) return { kind: 'time', value: 4 * options.maxSeconds };
  if (reasons.has('max-samples')) return { kind: 'limit', value: 4 * options.maxSamples };
  return { kind: 'again', value: null };
};
