/** Sentences about what is odd in a device's timer or in a kernel's results. Pure. */
import type { RunEventBody } from '@shared/domain/run-event';
import type { TimerTrust, Verification } from './protocol';

export type WarningBody = Omit<Extract<RunEventBody, { type: 'warning' }>, 'type' | 'deviceKey'>;

/** null: the timer can be trusted. */
export const warningOfTimer = (timer: TimerTrust, device: string): WarningBody | null => {
  const because: Readonly<Record<TimerTrust['reason'], string>> = {
    trusted: '',
    'no-timestamps': 'its events carry no time',
    constant: 'its events always carry the same made-up times',
    'end-before-start': 'its events end before they start',
    'wall-disagrees': 'its events disagree with the clock on the wall',
  };
  if (timer.reason === 'trusted') return null;
  const message = `The event times of ${device} cannot be trusted (${because[timer.reason]}): all its times come from the host clock.`;
  return {
    code: timer.reason === 'wall-disagrees' ? 'wall-disagrees' : 'no-event-time',
    configuration: null,
    message,
    detail: { device, reason: timer.reason },
  };
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
      `${kernel} changed none of its output buffers on ${device}: is it doing its work?`,
    );
  } else if (reference.allZero) {
    say('output-zero', `All outputs of ${kernel} on ${device} are zero: check its arguments.`);
  }
  if (reference.varies === true) {
    say(
      'output-varies',
      `A second launch of ${kernel} on ${device} with the same data gave other results: it is not deterministic, so differences between sizes prove nothing.`,
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
