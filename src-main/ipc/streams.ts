/**
 * How fast the page is told. Run events are gathered and sent at most every 100 ms, none lost, in order;
 * of lane status only the newest per run and device counts, at most four times a second.
 */
import type { LaneStatus, RunEvent } from '@shared/domain/run-event';
import type { StreamName, Streams } from '@shared/ipc/contract';

export const eventIntervalMs = 100;
export const laneIntervalMs = 250;

/** Delivers a payload to the page; drops it when there is none. */
export type Send = <Name extends StreamName>(name: Name, payload: Streams[Name]) => void;

/**
 * Calls `flush` now or, if that was less than `intervalMs` ago, as soon as it will be that long ago.
 * However often `request` is called, the last one is followed by a flush.
 */
const createThrottle = (intervalMs: number, flush: () => void) => {
  let last = -Infinity;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const fire = (): void => {
    timer = null;
    last = performance.now();
    flush();
  };
  return {
    request: (): void => {
      if (timer !== null) return;
      const wait = last + intervalMs - performance.now();
      if (wait <= 0) fire();
      else timer = setTimeout(fire, wait);
    },
    now: (): void => {
      if (timer === null) return;
      clearTimeout(timer);
      fire();
    },
  };
};

export interface StreamPump {
  readonly events: (run: string, events: readonly RunEvent[]) => void;
  readonly lanes: (statuses: readonly LaneStatus[]) => void;
  /** Sends what is still waiting. */
  readonly flush: () => void;
}

export const createStreamPump = (send: Send): StreamPump => {
  const waiting = new Map<string, RunEvent[]>();
  const lanes = new Map<string, LaneStatus>();

  const eventThrottle = createThrottle(eventIntervalMs, () => {
    const batches = [...waiting];
    waiting.clear();
    for (const [run, events] of batches) send('run-events', { run, events });
  });
  const laneThrottle = createThrottle(laneIntervalMs, () => {
    const statuses = [...lanes.values()];
    lanes.clear();
    send('lane-status', statuses);
  });

  return {
    events: (run, events) => {
      if (events.length === 0) return;
      const gathered = waiting.get(run);
      if (gathered === undefined) waiting.set(run, [...events]);
      else gathered.push(...events);
      eventThrottle.request();
    },
    lanes: (statuses) => {
      if (statuses.length === 0) return;
      for (const status of statuses) lanes.set(`${status.run}\n${status.deviceKey}`, status);
      laneThrottle.request();
    },
    flush: () => {
      eventThrottle.now();
      laneThrottle.now();
    },
  };
};
