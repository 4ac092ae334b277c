/**
 * The newest status of every lane, told to listeners a few times a second at most: while a timed launch
 * runs on a CPU device, the parent had better be quiet.
 */
import type { LaneStatus } from '@shared/domain/run-event';

export interface StatusBoard {
  post(run: string, deviceKey: string, status: () => LaneStatus): void;
  /** Forgets a run's devices after the last word on them was told. */
  clear(run: string): void;
  onStatus(listener: (statuses: readonly LaneStatus[]) => void): () => void;
}

const leastMs = 250;

export const createStatusBoard = (): StatusBoard => {
  const listeners = new Set<(statuses: readonly LaneStatus[]) => void>();
  const newest = new Map<string, { readonly run: string; readonly status: () => LaneStatus }>();
  let timer: NodeJS.Timeout | null = null;
  let toldAt = -Infinity;

  const tell = (): void => {
    timer = null;
    toldAt = performance.now();
    const statuses = [...newest.values()].map(({ status }) => status());
    for (const listener of listeners) listener(statuses);
  };
  return {
    post: (run, deviceKey, status) => {
      newest.set(`${run}\n${deviceKey}`, { run, status });
      if (timer !== null || listeners.size === 0) return;
      timer = setTimeout(tell, Math.max(0, leastMs - (performance.now() - toldAt)));
      timer.unref();
    },
    clear: (run) => {
      if (timer !== null) {
        clearTimeout(timer);
        tell();
      }
      for (const [key, entry] of newest) if (entry.run === run) newest.delete(key);
    },
    onStatus: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
