/** How far a device's clock can be trusted, and why: the words of a badge and the sentence behind it. */
import type { TimerReason, TimerTrust } from '../domain/timer-trust';
import { formatDuration } from './duration';
import type { TextLocale } from './labels';

/** Why event times are not used; empty when they are. */
export const timerReasons: Readonly<Record<TextLocale, Readonly<Record<TimerReason, string>>>> = {
  en: {
    trusted: '',
    'no-timestamps': 'its events carry no time',
    constant: 'its events always carry the same made-up times',
    'end-before-start': 'its events end before they start',
    'wall-disagrees': 'its events disagree with the clock on the wall',
  },
  'zh-CN': {
    trusted: '',
    'no-timestamps': '其事件不带时间',
    constant: '其事件总是带着同样的虚构时间',
    'end-before-start': '其事件的结束早于开始',
    'wall-disagrees': '其事件与墙上时钟不符',
  },
};

/** `event time in steps of 32 ns`, or `wall clock, because its events carry no time`. */
export const timerText = (timer: TimerTrust, locale: TextLocale = 'en'): string => {
  const { source, tickNs, reason } = timer;
  if (source === 'event') {
    if (tickNs === null) return locale === 'en' ? 'event time' : '事件时间';
    const step = formatDuration(tickNs);
    return locale === 'en' ? `event time in steps of ${step}` : `事件时间，步长 ${step}`;
  }
  const because = timerReasons[locale][reason];
  return locale === 'en' ? `wall clock, because ${because}` : `墙上时钟，因为${because}`;
};
