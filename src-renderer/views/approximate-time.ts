/**
 * A time that is only roughly known, as text: whole seconds, minutes or hours. A finer figure would
 * flicker while it counts down and claim more than is known.
 */
import type { TextParams, MessageKey } from '@renderer/i18n';

type Text = (key: MessageKey, params?: TextParams) => string;

/**
 * `ms` milliseconds: `3 s`, `4 min`, `1.5 h`; never less than a second.
 * @param round how minutes and hours are made whole: up where the figure is a bound
 */
export const approximateTime = (
  ms: number,
  text: Text,
  round: (value: number) => number = Math.round,
): string => {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 120) return text('app.time.seconds', { count: seconds });
  const minutes = round(seconds / 60);
  if (minutes < 120) return text('app.time.minutes', { count: minutes });
  return text('app.time.hours', { count: round(minutes / 6) / 10 });
};
