import { describe, expect, it } from 'vitest';
import type { LaneStatus } from '@shared/domain/run-event';
import { createTaskbar, progressOf, type Progress } from '@main/electron/taskbar';

const lane = (change: Partial<LaneStatus>): LaneStatus => ({
  run: 'r1',
  deviceKey: 'a',
  state: 'running',
  configuration: '64',
  round: 0,
  rounds: 10,
  launchesDone: 0,
  launchesExpected: 100,
  etaMs: null,
  ...change,
});

describe('the progress of the taskbar', () => {
  it('counts the launches of all lanes together', () => {
    expect(
      progressOf([
        lane({ launchesDone: 30 }),
        lane({ deviceKey: 'b', launchesDone: 60, launchesExpected: 200 }),
      ]),
    ).toBeCloseTo(0.3);
  });

  it('takes a lane that is done as whole, until its run has ended', () => {
    const done = lane({ state: 'done', launchesDone: 100, launchesExpected: 100 });
    expect(progressOf([done, lane({ deviceKey: 'b' })])).toBeCloseTo(0.5);
    expect(progressOf([done])).toBeNull();
  });

  it('has no length while a lane cannot say how much is left', () => {
    expect(progressOf([lane({ launchesExpected: null })])).toBe('unknown');
    expect(progressOf([lane({ launchesExpected: 0 })])).toBe('unknown');
  });

  it('is shown by the hundredth, goes away with the run, and comes back when it goes on', () => {
    const shown: Progress[] = [];
    const bar = createTaskbar((progress) => shown.push(progress));
    bar.lanes([lane({ launchesDone: 10 })]);
    bar.lanes([lane({ launchesDone: 10.2 })]);
    bar.lanes([lane({ launchesDone: 20 })]);
    bar.ended('r1');
    bar.lanes([lane({ launchesDone: 21 })]);
    bar.goesOn('r1');
    bar.lanes([lane({ launchesDone: 40 })]);
    expect(shown).toEqual([0.1, 0.2, null, 0.4]);
  });
});
