import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LaneStatus, RunEvent } from '@shared/domain/run-event';
import { createStreamPump, eventIntervalMs, laneIntervalMs } from '@main/ipc/streams';

const event = (seq: number): RunEvent => ({
  seq,
  at: seq * 1000,
  type: 'device-ended',
  deviceKey: 'd',
  problem: null,
});

const lane = (run: string, deviceKey: string, round: number): LaneStatus => ({
  run,
  deviceKey,
  state: 'running',
  configuration: '256',
  round,
  rounds: 20,
  launchesDone: round,
  launchesExpected: null,
  etaMs: null,
});

const setUp = () => {
  const sent: { name: string; payload: unknown; at: number }[] = [];
  const start = performance.now();
  const pump = createStreamPump((name, payload) =>
    sent.push({ name, payload, at: Math.round(performance.now() - start) }),
  );
  return { sent, pump };
};

describe('the stream pump', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('sends the first event at once and gathers the next ones for 100 ms', () => {
    const { sent, pump } = setUp();
    for (let seq = 0; seq < 5; seq += 1) pump.events('r', [event(seq)]);
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(eventIntervalMs);
    expect(sent.map(({ at }) => at)).toEqual([0, eventIntervalMs]);
    expect(sent[1]?.payload).toEqual({ run: 'r', events: [1, 2, 3, 4].map(event) });
  });

  it('loses no event and keeps their order, however they come', () => {
    const { sent, pump } = setUp();
    for (let seq = 0; seq < 200; seq += 1) {
      pump.events('r', [event(seq)]);
      vi.advanceTimersByTime(7);
    }
    vi.advanceTimersByTime(eventIntervalMs);
    const seqs = sent.flatMap(({ payload }) =>
      (payload as { events: RunEvent[] }).events.map(({ seq }) => seq),
    );
    expect(seqs).toEqual(Array.from({ length: 200 }, (_, seq) => seq));
    const gaps = sent.slice(1).map(({ at }, i) => at - (sent[i]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(eventIntervalMs);
  });

  it('keeps the runs apart in one flush', () => {
    const { sent, pump } = setUp();
    pump.events('a', [event(0)]);
    pump.events('b', [event(0)]);
    pump.events('a', [event(1)]);
    vi.advanceTimersByTime(eventIntervalMs);
    expect(sent.slice(1).map(({ payload }) => payload)).toEqual([
      { run: 'b', events: [event(0)] },
      { run: 'a', events: [event(1)] },
    ]);
  });

  it('sends the newest lane status only, four times a second at most', () => {
    const { sent, pump } = setUp();
    for (let round = 0; round < 100; round += 1) {
      pump.lanes([lane('r', 'd', round)]);
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(laneIntervalMs);
    expect(sent).toHaveLength(5);
    expect(sent.at(-1)?.payload).toEqual([lane('r', 'd', 99)]);
  });

  it('keeps one status per run and device', () => {
    const { sent, pump } = setUp();
    pump.lanes([lane('r', 'first', 0)]);
    pump.lanes([lane('r', 'x', 1), lane('r', 'y', 1)]);
    pump.lanes([lane('r', 'x', 2)]);
    vi.advanceTimersByTime(laneIntervalMs);
    expect(sent[1]?.payload).toEqual([lane('r', 'x', 2), lane('r', 'y', 1)]);
  });

  it('sends what waits when it is flushed, and not a second time', () => {
    const { sent, pump } = setUp();
    pump.events('r', [event(0)]);
    pump.events('r', [event(1)]);
    pump.flush();
    expect(sent).toHaveLength(2);
    vi.advanceTimersByTime(eventIntervalMs * 2);
    expect(sent).toHaveLength(2);
  });
});
