/**
 * What is said of a device's clock: what a run has found out about it, else the driver's claim, which is
 * all that is known before the first run.
 */
import type { DeviceInfo } from '@shared/domain/device';
import type { TimerTrust } from '@shared/domain/timer-trust';
import { formatDuration, timerText } from '@shared/text';
import type { Locale, MessageKey, TextParams } from '@renderer/i18n';

type Text = (key: MessageKey, params?: TextParams) => string;

export interface TimerWords {
  readonly timer: string;
  readonly tone: 'ok' | 'warn';
  /** The sentence behind the badge; empty: there is no more to say. */
  readonly help: string;
}

/** @param seen what a run found out; null: nothing yet */
export const timerWords = (
  device: DeviceInfo,
  seen: TimerTrust | null,
  text: Text,
  locale: Locale,
): TimerWords => {
  if (seen !== null) {
    const trusted = seen.source === 'event';
    return {
      timer:
        trusted && seen.tickNs !== null
          ? text('devices.eventTime', { step: formatDuration(seen.tickNs) })
          : text(trusted ? 'results.source.event' : 'devices.wallClock'),
      tone: trusted ? 'ok' : 'warn',
      help: text('devices.clockOfRun', { text: timerText(seen, locale) }),
    };
  }
  const step = device.limits.timerResolution;
  if (!step.ok) return { timer: text('devices.timerUnknown'), tone: 'warn', help: step.error };
  return step.value > 0
    ? {
        timer: text('devices.eventTime', { step: formatDuration(step.value) }),
        tone: 'ok',
        help: '',
      }
    : { timer: text('devices.wallClock'), tone: 'warn', help: text('devices.wallClockHelp') };
};
