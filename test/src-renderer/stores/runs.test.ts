// @vitest-environment happy-dom
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok } from '@shared/domain/result';
import type { RunEvent } from '@shared/domain/run-event';
import type { StreamName, Streams, WorkbenchBridge } from '@shared/ipc/contract';
import { useLanesStore } from '@renderer/stores/lanes';
import { useRunsStore } from '@renderer/stores/runs';
import { buildEvents } from '../../support/run-builder';
import { wholeRun } from '../../support/run-part';

const text = `device A key=a
16: 400 410
64: 100 101
device B key=b
16: 40 41`;

/** A bridge whose logs and stream the test holds in its hands. */
const script = () => {
  const logs = new Map<string, readonly RunEvent[]>();
  const listeners = new Map<StreamName, ((payload: never) => void)[]>();
  const calls: { name: string; request: unknown }[] = [];
  let gate: Promise<void> = Promise.resolve();
  const bridge: WorkbenchBridge = {
    call: async (name: string, request: unknown) => {
      calls.push({ name, request });
      if (name === 'runs.list') return { rows: '[]' };
      if (name === 'runs.export-csv') return ok({ name: 'sweep.csv' });
      if (name === 'runs.delete') return ok({ undo: '20261130-010203-0a1b2c3d' });
      const { run } = request as { run: string };
      const log = logs.get(run);
      await gate;
      return log === undefined
        ? { ok: false, error: { code: 'unknown-run', message: `There is no run ${run}.` } }
        : wholeRun(log);
    },
    drop: () => Promise.reject(new Error('Nothing is dropped here.')),
    on: (name, listener) => {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
      return () => undefined;
    },
  };
  return {
    bridge,
    logs,
    calls,
    hold: () => {
      let release = (): void => undefined;
      gate = new Promise((resolve) => (release = resolve));
      return () => release();
    },
    emit: <Name extends StreamName>(name: Name, payload: Streams[Name]) => {
      for (const listener of listeners.get(name) ?? []) listener(payload as never);
    },
  };
};

let scripted: ReturnType<typeof script>;
beforeEach(() => {
  vi.useFakeTimers();
  scripted = script();
  Object.defineProperty(window, 'workbench', { value: scripted.bridge, configurable: true });
  setActivePinia(createPinia());
});
afterEach(() => vi.useRealTimers());

const samplesOf = (store: ReturnType<typeof useRunsStore>, run: string): number =>
  (store.open.get(run)?.devices ?? [])
    .flatMap((device) => device.configurations)
    .reduce((sum, state) => sum + state.visits.length, 0);

describe('the runs store', () => {
  it('opens a run from its log and shows its devices with their own slots', async () => {
    scripted.logs.set('r', buildEvents(text));
    const runs = useRunsStore();
    expect(await runs.openRun('r')).toBe(true);
    expect(runs.currentRun?.phase).toBe('finished');
    expect(runs.shown.map(({ deviceKey, slot }) => [deviceKey, slot])).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
  });

  it('gives a device of another machine no sign of a device that is here', async () => {
    scripted.logs.set('r', buildEvents(text));
    const runs = useRunsStore();
    await runs.openRun('r');
    const [here] = buildEvents('device B key=b\n16: 1').flatMap((event) =>
      event.type === 'run-started' ? event.header.devices : [],
    );
    if (here === undefined) throw new Error('the run has no device');
    scripted.emit('devices', { devices: [here], problems: [], loader: 'l', searched: [] });
    expect(runs.shown.map(({ deviceKey, slot }) => [deviceKey, slot])).toEqual([
      ['a', 1],
      ['b', 0],
    ]);
  });

  it('says why a run could not be opened and keeps what was shown', async () => {
    scripted.logs.set('r', buildEvents(text));
    const runs = useRunsStore();
    await runs.openRun('r');
    expect(await runs.openRun('gone')).toBe(false);
    expect(runs.problem?.code).toBe('unknown-run');
    expect(runs.current).toBe('r');
  });

  it('folds live events after the snapshot, each once, in at most ten steps a second', async () => {
    const events = buildEvents(text);
    scripted.logs.set('r', events.slice(0, 5));
    const runs = useRunsStore();
    await runs.follow('r');
    let changes = 0;
    const { stop } = (await import('vue')).watch(
      () => runs.open,
      () => (changes += 1),
      { flush: 'sync' },
    );
    for (let seq = 3; seq < events.length; seq += 1) {
      scripted.emit('run-events', { run: 'r', events: events.slice(seq, seq + 1) });
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(200);
    stop();
    expect(runs.currentRun?.lastSeq).toBe(events.length - 1);
    expect(samplesOf(runs, 'r')).toBe(6);
    expect(changes).toBeLessThanOrEqual(2 + Math.ceil((events.length * 10) / 100));
  });

  it('loses no event that arrives while the snapshot is on its way', async () => {
    const events = buildEvents(text);
    scripted.logs.set('r', events.slice(0, 6));
    const release = scripted.hold();
    const runs = useRunsStore();
    const opened = runs.follow('r');
    scripted.emit('run-events', { run: 'r', events: events.slice(4) });
    release();
    await opened;
    expect(runs.currentRun?.lastSeq).toBe(events.length - 1);
    expect(samplesOf(runs, 'r')).toBe(6);
  });

  it('reads the log again when the stream has a gap', async () => {
    const events = buildEvents(text);
    scripted.logs.set('r', events.slice(0, 4));
    const runs = useRunsStore();
    await runs.follow('r');
    scripted.logs.set('r', events);
    scripted.emit('run-events', { run: 'r', events: events.slice(8) });
    await vi.advanceTimersByTimeAsync(300);
    expect(runs.currentRun?.lastSeq).toBe(events.length - 1);
    expect(samplesOf(runs, 'r')).toBe(6);
  });

  it('overlays other runs, gives the same device another slot, and takes it off again', async () => {
    scripted.logs.set('r', buildEvents(text));
    scripted.logs.set('q', buildEvents('device A key=a\n16: 300 301'));
    const runs = useRunsStore();
    await runs.openRun('r');
    await runs.add('q');
    expect(runs.shown.map(({ run, slot, own }) => [run, slot, own])).toEqual([
      ['r', 0, true],
      ['r', 1, true],
      ['q', 2, false],
    ]);
    runs.remove({ run: 'q', deviceKey: 'a' });
    runs.remove({ run: 'r', deviceKey: 'b' });
    expect(runs.shown.map(({ run, deviceKey }) => [run, deviceKey])).toEqual([['r', 'a']]);
    await runs.add('r', 'b');
    expect(runs.shown.map(({ deviceKey }) => deviceKey)).toEqual(['a', 'b']);
  });

  it('lets go of a run that is neither shown nor overlaid', async () => {
    for (const run of ['r', 'q', 'p']) scripted.logs.set(run, buildEvents(text));
    const runs = useRunsStore();
    await runs.openRun('r');
    await runs.add('q');
    await runs.openRun('p');
    expect([...runs.open.keys()]).toEqual(['q', 'p']);
  });

  it('exports the runs that are shown, each once', async () => {
    scripted.logs.set('r', buildEvents(text));
    const runs = useRunsStore();
    await runs.openRun('r');
    expect(await runs.exportCsv('launches')).toEqual(ok({ name: 'sweep.csv' }));
    expect(scripted.calls.at(-1)).toEqual({
      name: 'runs.export-csv',
      request: { runs: ['r'], form: 'launches' },
    });
  });

  it('forgets a deleted run wherever it was shown', async () => {
    scripted.logs.set('r', buildEvents(text));
    const runs = useRunsStore();
    await runs.openRun('r');
    expect(await runs.deleteRun('r')).toBe('20261130-010203-0a1b2c3d');
    expect(runs.current).toBeNull();
    expect(runs.shown).toEqual([]);
  });
});

describe('the lanes store', () => {
  it('keeps the newest status per run and device and the time of the last to end', () => {
    const lanes = useLanesStore();
    const status = {
      run: 'r',
      deviceKey: 'a',
      state: 'running',
      configuration: '64',
      round: 3,
      rounds: null,
      launchesDone: 10,
      launchesExpected: null,
      etaMs: 4000,
    } as const;
    scripted.emit('lane-status', [status, { ...status, deviceKey: 'b', etaMs: 9000 }]);
    scripted.emit('lane-status', [{ ...status, round: 4, etaMs: null }]);
    expect(lanes.laneOf('r', 'a')?.round).toBe(4);
    expect(lanes.etaMs).toBe(9000);
    scripted.emit('lane-status', [{ ...status, deviceKey: 'b', state: 'done' }]);
    expect(lanes.active.map((lane) => lane.deviceKey)).toEqual(['a']);
    lanes.forget('r');
    expect(lanes.busy).toBe(false);
  });
});
