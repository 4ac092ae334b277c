/**
 * How far the runs are, for the taskbar: one bar over all lanes that still work, counted in launches.
 * It claims no share that is not known: a lane that cannot say how much is left makes the bar an
 * "at work" without a length.
 */
import type { LaneStatus } from '@shared/domain/run-event';

/** 0 … 1 of all launches; `unknown`: at work; null: nothing is going on. */
export type Progress = number | 'unknown' | null;

/** Over the newest status of each lane. A lane that is done counts as long as another of its run works. */
export const progressOf = (statuses: readonly LaneStatus[]): Progress => {
  const working = new Set(statuses.filter(({ state }) => state !== 'done').map(({ run }) => run));
  const counted = statuses.filter(({ run }) => working.has(run));
  if (counted.length === 0) return null;
  let done = 0;
  let all = 0;
  for (const { state, launchesDone, launchesExpected } of counted) {
    const expected = state === 'done' ? launchesDone : launchesExpected;
    if (expected === null) return 'unknown';
    done += Math.min(launchesDone, expected);
    all += expected;
  }
  return all === 0 ? 'unknown' : done / all;
};

export interface Taskbar {
  readonly lanes: (statuses: readonly LaneStatus[]) => void;
  /** The run has ended: its lanes say nothing any more. */
  readonly ended: (run: string) => void;
  /** A run that had ended was resumed. */
  readonly goesOn: (run: string) => void;
}

/** @param show called when the figure changed by a hundredth or more, or in kind */
export const createTaskbar = (show: (progress: Progress) => void): Taskbar => {
  const newest = new Map<string, LaneStatus>();
  const over = new Set<string>();
  let shown: Progress = null;
  const update = (): void => {
    const exact = progressOf([...newest.values()]);
    const progress = typeof exact === 'number' ? Math.round(exact * 100) / 100 : exact;
    if (progress === shown) return;
    shown = progress;
    show(progress);
  };
  return {
    lanes: (statuses) => {
      for (const status of statuses) {
        if (over.has(status.run)) continue;
        newest.set(`${status.run}\n${status.deviceKey}`, status);
      }
      update();
    },
    goesOn: (run) => void over.delete(run),
    ended: (run) => {
      over.add(run);
      for (const [id, status] of newest) if (status.run === run) newest.delete(id);
      update();
    },
  };
};
