/** Sentences about what is odd in a device's timer, in a kernel's results or in the course of a run. Pure. */
import { judgeInPlace } from '@shared/domain/in-place';
import type { RunEventBody } from '@shared/domain/run-event';
import type { SentinelDrift } from '@shared/domain/sentinel';
import { formatPercent, formatRatio, timerReasons } from '@shared/text';
import type { InPlaceReply, TimerTrust, Verification } from './protocol';

export type WarningBody = Omit<Extract<RunEventBody, { type: 'warning' }>, 'type' | 'deviceKey'>;

/** null: the timer can be trusted. */
export const warningOfTimer = (timer: TimerTrust, device: string): WarningBody | null => {
  if (timer.reason === 'trusted') return null;
  const message = `The event times of ${device} cannot be trusted (${timerReasons.en[timer.reason]}): all its times come from the host clock.`;
  return {
    code: timer.reason === 'wall-disagrees' ? 'wall-disagrees' : 'no-event-time',
    configuration: null,
    message,
    detail: { device, reason: timer.reason },
  };
};

/** null: long loops run to their end. Such a fault is the same at every size, so no comparison shows it. */
export const warningOfLoops = (limit: number | null, device: string): WarningBody | null =>
  limit === null
    ? null
    : {
        code: 'loops-cut-short',
        configuration: null,
        message: `The driver of ${device} ends the loops of a work-item after ${limit} iterations without saying so: a kernel that loops longer gives wrong results at every size. Give the spec a reference to be sure.`,
        detail: { device, iterations: limit },
      };

/** What is odd about the outputs that all others are compared with. */
export const warningsOfReference = (
  reference: Extract<Verification, { kind: 'reference' }>,
  kernel: string,
  device: string,
): readonly WarningBody[] => {
  const found: WarningBody[] = [];
  const say = (code: WarningBody['code'], message: string): void => {
    found.push({ code, configuration: null, message, detail: { device, kernel } });
  };
  if (reference.unchanged) {
    say(
      'output-unchanged',
      `${kernel} changed none of its output buffers on ${device}: is it doing its work? A scalar of 1, the default, can leave values as they were.`,
    );
  } else if (reference.allZero) {
    say('output-zero', `All outputs of ${kernel} on ${device} are zero: check its arguments.`);
  }
  if (reference.varies === true) {
    say(
      'output-varies',
      `Further launches of ${kernel} on ${device} with the same data gave other results: it is not deterministic, so differences between sizes prove nothing.`,
    );
  }
  if (reference.notFinite) {
    say(
      'not-finite',
      `Outputs of ${kernel} on ${device} hold infinities or NaN: its times may not be those of ordinary numbers.`,
    );
  }
  return found;
};

/** `2.4×`, or `1/850` where a ratio would read as nothing. */
const partOf = (ratio: number): string =>
  ratio < 0.1 ? `1/${Math.round(1 / ratio)}` : formatRatio(ratio);

/** What leaving the buffers unrestored would have done; `hung`: the kernel did not come back from it. */
export const warningsOfInPlace = (
  reply: InPlaceReply | 'hung',
  kernel: string,
  device: string,
): readonly WarningBody[] => {
  if (reply === null) return [];
  const found: WarningBody[] = [];
  const say = (code: WarningBody['code'], message: string, more: WarningBody['detail']): void => {
    found.push({ code, configuration: null, message, detail: { device, kernel, ...more } });
  };
  if (reply === 'hung') {
    say(
      'in-place-drift',
      `${kernel} works in place: launched on what it had left, it did not come back on ${device}. Its buffers are restored before each launch, so the times stand.`,
      {},
    );
    return found;
  }
  const { ratio, changes } = judgeInPlace(reply.restoredNs, reply.unrestoredNs);
  if (changes && ratio !== null) {
    say(
      'in-place-drift',
      `${kernel} works in place: launched on what it had left, it takes ${partOf(ratio.ratio)} the time on ${device} ` +
        `(${partOf(ratio.low)} … ${partOf(ratio.high)}). Its buffers are restored before each launch, so the times stand; a tool that does not restore them measures something else.`,
      { ratio: ratio.ratio, low: ratio.low, high: ratio.high },
    );
  }
  if (reply.becameNotFinite || reply.becameSubnormal) {
    const what = reply.becameNotFinite ? 'infinite or not a number' : 'denormal';
    say(
      'not-finite',
      `${kernel} works in place: after ${reply.launches} launches without restoring, values on ${device} are ${what}. Its buffers are restored before each launch, so the times are those of ordinary numbers.`,
      { launches: reply.launches, what: reply.becameNotFinite ? 'inf' : 'denormal' },
    );
  }
  return found;
};

/** null: the size that was watched through the whole run kept its time, or there were too few rounds to tell. */
export const warningOfDrift = (
  drift: SentinelDrift | null,
  size: string,
  device: string,
): WarningBody | null => {
  const trend = drift?.trend ?? null;
  if (drift === null || trend === null || !drift.drifts) return null;
  const { ratio, low, high } = trend;
  const change = formatPercent(Math.abs(ratio - 1));
  return {
    code: 'sentinel-drift',
    configuration: drift.configuration,
    message:
      `${device} became ${change} ${ratio > 1 ? 'slower' : 'faster'} in the course of the run (local size ${size}, measured in every round). ` +
      'Sizes are compared within rounds, so their order stands; their times are those of a device that changed.',
    detail: { device, ratio, low, high, bandLow: drift.low, bandHigh: drift.high },
  };
};
