import { describe, expect, it } from 'vitest';
import type { RunEvent } from '@shared/domain/run-event';
import { createRunNotices, type RunNotice } from '@main/electron/run-notice';
import { buildEvents } from '../../support/run-builder';

type Ended = Extract<RunEvent, { type: 'run-ended' }>;

/** The notices at the end of a run that went like this. */
const noticesOf = (change: Partial<Ended>, locale: 'en' | 'zh-CN' = 'en'): readonly RunNotice[] => {
  const told: RunNotice[] = [];
  const listen = createRunNotices(
    () => locale,
    (notice) => told.push(notice),
  );
  const events = buildEvents('device A key=a\n16: 400 410\n64: 100 101');
  const end: Ended = {
    type: 'run-ended',
    phase: 'finished',
    wallNs: 252e9,
    counts: { configurations: 14, measured: 12, failed: 0 },
    seq: 99,
    at: 252e9,
    ...change,
  };
  listen('r1', [...events.filter((event) => event.type !== 'run-ended'), end]);
  return told;
};

describe('the notice at the end of a sweep', () => {
  it('names kernel, count and time', () => {
    const [notice] = noticesOf({});
    expect(notice).toMatchObject({ run: 'r1', body: '12 configurations measured, in 4\u2009min.' });
    expect(notice?.title).toMatch(/^Sweep finished: \w+/);
  });

  it('says what failed', () => {
    const counts = { configurations: 14, measured: 12, failed: 2 };
    expect(noticesOf({ counts })[0]?.body).toBe(
      '12 configurations measured, 2 failed, in 4\u2009min.',
    );
    expect(noticesOf({ phase: 'failed', problem: 'The disk is full.' })[0]).toMatchObject({
      body: 'The disk is full.',
    });
  });

  it('is in the language of the window', () => {
    expect(noticesOf({ wallNs: 65e9 }, 'zh-CN')[0]?.body).toBe('已测量 12 个配置，用时 65 秒。');
  });

  it('is not made for a short sweep, or one that the user cancelled', () => {
    expect(noticesOf({ wallNs: 29e9 })).toEqual([]);
    expect(noticesOf({ phase: 'cancelled' })).toEqual([]);
  });
});
