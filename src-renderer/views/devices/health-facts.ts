/** How a device has been, as rows of the table: its clock and its last failure. Pure: words come in. */
import { reasonLabels } from '@shared/text';
import type { Locale, MessageKey, TextParams } from '@renderer/i18n';
import type { DeviceFailure } from '@renderer/stores/health';
import type { DeviceFact } from './device-facts';
import type { TimerWords } from './timer-words';

type Text = (key: MessageKey, params?: TextParams) => string;

/** `Timed out at 1024 · saxpy · 29 Nov 2026, 21:30`. */
export const failureText = (failure: DeviceFailure, text: Text, locale: Locale): string => {
  const what =
    failure.reason === null ? text('devices.stopped') : reasonLabels[locale][failure.reason];
  const size = failure.size === 'auto' ? 'NULL' : failure.size?.replaceAll('x', '×');
  const at = new Date(failure.at);
  const time = Number.isNaN(at.getTime())
    ? ''
    : at.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return [
    size === undefined ? what : text('devices.failedAt', { what, size }),
    failure.kernel,
    time,
  ]
    .filter((part) => part !== '')
    .join(' · ');
};

export const healthFacts = (
  timer: TimerWords,
  failure: DeviceFailure | null,
  text: Text,
  locale: Locale,
): readonly DeviceFact[] => [
  {
    group: 'health',
    name: 'clock',
    value: [timer.timer, timer.help].filter((part) => part !== '').join(' · '),
    error: null,
  },
  {
    group: 'health',
    name: 'lastFailure',
    value: failure === null ? text('devices.noFailure') : failureText(failure, text, locale),
    error: null,
  },
];
