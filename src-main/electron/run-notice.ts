/**
 * What to tell when a sweep ends and nobody looks: kernel, how it ended, how many configurations, how long
 * it took. Decides whether it was long enough to be worth a word: half a minute. A sweep that the user
 * cancelled is no news to them.
 */
import type { RunEvent } from '@shared/domain/run-event';
import type { TextLocale } from '@shared/text';

/** Shorter sweeps end while one still looks. */
export const longRunNs = 30e9;

export interface RunNotice {
  readonly run: string;
  readonly title: string;
  readonly body: string;
}

/** Whole seconds, minutes, then tenths of an hour: nobody waits for the hundredths of a long sweep. */
const spell = (ns: number, locale: TextLocale): string => {
  const seconds = Math.round(ns / 1e9);
  const minutes = Math.round(seconds / 60);
  const [value, at] =
    seconds < 120 ? [seconds, 0] : minutes < 120 ? [minutes, 1] : [Math.round(minutes / 6) / 10, 2];
  const units = { en: ['\u2009s', '\u2009min', '\u2009h'], 'zh-CN': [' 秒', ' 分钟', ' 小时'] };
  return `${value}${units[locale][at] ?? ''}`;
};

type Ended = Extract<RunEvent, { type: 'run-ended' }>;

const endOf = (kernel: string, ended: Ended, locale: TextLocale): Omit<RunNotice, 'run'> => {
  const { counts, phase, problem } = ended;
  const time = spell(ended.wallNs, locale);
  if (phase === 'failed') {
    return locale === 'en'
      ? { title: `Sweep failed: ${kernel}`, body: problem ?? `It ended after ${time}.` }
      : { title: `扫描失败：${kernel}`, body: problem ?? `运行 ${time} 后终止。` };
  }
  const measured = counts === undefined ? '' : String(counts.measured);
  const failed = counts?.failed ?? 0;
  if (locale === 'en') {
    const what = measured === '' ? 'Measured' : `${measured} configurations measured`;
    const rest = failed === 0 ? '' : `, ${failed} failed`;
    return { title: `Sweep finished: ${kernel}`, body: `${what}${rest}, in ${time}.` };
  }
  const what = measured === '' ? '测量完毕' : `已测量 ${measured} 个配置`;
  const rest = failed === 0 ? '' : `，${failed} 个失败`;
  return { title: `扫描完成：${kernel}`, body: `${what}${rest}，用时 ${time}。` };
};

/**
 * Listens to the events of all runs and calls `tell` at the end of a long one.
 * @param locale asked at that moment
 */
export const createRunNotices = (
  locale: () => TextLocale,
  tell: (notice: RunNotice) => void,
): ((run: string, events: readonly RunEvent[]) => void) => {
  const kernels = new Map<string, string>();
  return (run, events) => {
    for (const event of events) {
      if (event.type === 'run-started') kernels.set(run, event.header.spec.kernel);
      if (event.type !== 'run-ended') continue;
      const kernel = kernels.get(run) ?? run;
      kernels.delete(run);
      if (event.phase === 'cancelled' || event.wallNs < longRunNs) continue;
      tell({ run, ...endOf(kernel, event, locale()) });
    }
  };
};
