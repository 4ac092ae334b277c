import { describe, expect, test } from 'vitest';
import { pooledSamples, roundMedians } from '@shared/domain/pooled';
import { foldEvents, foldRun, summarizeRun } from '@shared/domain/run';
import type { RunEvent, RunEventBody } from '@shared/domain/run-event';
import type { Run } from '@shared/domain/run-types';
import { buildEvents, buildRun, buildSamples, numberEvents } from '../../support/run-builder';

const text = `
  device A
  16: 30 31 | 32
  64: 10 11 12
  2048: skipped exceeds-device-limit
  device B
  16: failed wrong-result 50 51
  auto: 9 9 -> 256
`;

const after = (run: Run, body: RunEventBody): Run =>
  foldRun(run, { ...body, seq: run.lastSeq + 1, at: 0 });

const visit = (deviceKey: string, configuration: string, round: number): RunEventBody => ({
  type: 'visit',
  deviceKey,
  configuration,
  round,
  samples: buildSamples([77]),
});

describe('foldRun', () => {
  test('gathers visits, outcomes and what the driver chose', () => {
    const run = buildRun(text);
    const [a, b] = run.devices;
    expect(a?.configurations.map((state) => state.visits.length)).toEqual([2, 3, 0]);
    expect(a?.configurations[2]?.outcome).toMatchObject({ reason: 'exceeds-device-limit' });
    expect(b?.configurations[0]?.outcome).toMatchObject({ kind: 'failed', reason: 'wrong-result' });
    expect(b?.configurations[0]?.visits).toHaveLength(2);
    expect(b?.configurations[1]?.chosen).toEqual([256]);
    expect(run).toMatchObject({ phase: 'finished', wallNs: 3e9 });
    expect(a?.ended).toBe(true);
  });

  test('gives the same run event by event as all at once', () => {
    const events = buildEvents(text);
    let run: Run | null = null;
    for (const event of events) run = foldRun(run, event);
    expect(run).toEqual(foldEvents(events));
  });

  test('passes over an event that it has folded before', () => {
    const events = buildEvents(text);
    const run = foldEvents(events);
    if (run === null) throw new Error('no run');
    for (const event of events) expect(foldRun(run, event)).toBe(run);
  });

  test('accepts a gap in the numbers', () => {
    const events = buildEvents(text).filter((event) => event.seq % 5 !== 4);
    const last = events.at(-1)?.seq;
    expect(foldEvents(events)?.lastSeq).toBe(last);
  });

  test('does not alter the run that it was given', () => {
    const events = buildEvents(text);
    const frozen = (value: unknown): void => {
      if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
      Object.freeze(value);
      Object.values(value).forEach(frozen);
    };
    let run: Run | null = null;
    for (const event of events) {
      run = foldRun(run, event);
      frozen(run);
    }
    expect(run?.lastSeq).toBe(events.length - 1);
  });

  test('shares with the run before all but the path to the visited configuration', () => {
    const before = buildRun(text, { open: true });
    const [deviceA, deviceB] = before.devices;
    const next = after(before, visit(deviceA?.device.key ?? '', '64', 3));
    expect(next.devices[1]).toBe(deviceB);
    expect(next.devices[0]).not.toBe(deviceA);
    expect(next.devices[0]?.configurations[0]).toBe(deviceA?.configurations[0]);
    expect(next.devices[0]?.configurations[1]?.visits[0]).toBe(
      deviceA?.configurations[1]?.visits[0],
    );
    expect(next.header).toBe(before.header);
  });

  test('changes nothing but the number for a device or configuration that it does not know', () => {
    const before = buildRun(text, { open: true });
    const next = after(before, visit('nobody', '16', 9));
    expect(next.devices).toBe(before.devices);
    const key = before.devices[0]?.device.key ?? '';
    expect(after(before, visit(key, '4096', 9)).devices).toEqual(before.devices);
  });

  test('keeps what was measured when the plan comes again with the limits of the kernel', () => {
    const before = buildRun(text, { open: true });
    const state = before.devices[0];
    const next = after(before, {
      type: 'device-planned',
      deviceKey: state?.device.key ?? '',
      configurations: (state?.configurations ?? []).map(({ configuration }) => ({
        ...configuration,
        rejected:
          configuration.id === '16'
            ? { kind: 'skipped', reason: 'exceeds-kernel-limit', message: 'too large' }
            : configuration.rejected,
      })),
    });
    expect(next.devices[0]?.configurations[1]).toEqual(state?.configurations[1]);
    expect(next.devices[0]?.configurations[0]?.outcome).toMatchObject({
      reason: 'exceeds-kernel-limit',
    });
  });

  test('takes a resumed run up again', () => {
    const done = buildRun(text);
    const key = done.devices[0]?.device.key ?? '';
    const next = after(done, visit(key, '64', 3));
    expect(next).toMatchObject({ phase: 'running', wallNs: null });
    expect(next.devices[0]?.configurations[1]?.outcome).toBeNull();
  });

  test('books a build of its own on its configuration', () => {
    const before = buildRun(text, { open: true });
    const device = before.devices[0];
    if (device === undefined || device.kernel === null) throw new Error('fixture without kernel');
    const next = after(before, {
      type: 'device-built',
      deviceKey: device.device.key,
      buildNs: 123,
      log: 'warning',
      kernel: device.kernel,
      laneShared: true,
      configuration: '64',
    });
    expect(next.devices[0]).toMatchObject({ buildNs: 5e7, buildLog: 'warning', laneShared: true });
    expect(next.devices[0]?.configurations[1]?.buildNs).toBe(123);
  });

  test('keeps warnings in order', () => {
    const before = buildRun(text, { open: true });
    const warning = (code: 'lane-shared' | 'output-zero'): RunEventBody => ({
      type: 'warning',
      code,
      deviceKey: 'A',
      configuration: null,
      message: code,
    });
    const next = after(after(before, warning('output-zero')), warning('lane-shared'));
    expect(next.warnings.map((entry) => entry.code)).toEqual(['output-zero', 'lane-shared']);
  });

  test('cannot begin in the middle: that is a bug of the caller', () => {
    const [, second] = buildEvents(text);
    expect(() => foldRun(null, second as RunEvent)).toThrow('cannot begin');
  });

  test('folds a thousand configurations over twenty rounds without copying them all', () => {
    const ids = Array.from({ length: 1000 }, (_, index) => `${index + 1}`);
    const start = buildEvents(ids.map((id) => `${id}: running`).join('\n'), { open: true });
    let run = foldEvents(start);
    if (run === null) throw new Error('no run');
    const key = run.devices[0]?.device.key ?? '';
    const began = performance.now();
    for (let round = 0; round < 20; round += 1) {
      for (const id of ids) run = after(run, visit(key, id, round));
    }
    // About 0.1 s where it was written; what grows with the square of the visits takes minutes.
    expect(performance.now() - began).toBeLessThan(5000);
    expect(run.devices[0]?.configurations[999]?.visits).toHaveLength(20);
  });
});

describe('foldEvents', () => {
  test('is null without a start', () => {
    expect(foldEvents([])).toBeNull();
    expect(foldEvents(buildEvents(text).slice(1))).toBeNull();
  });

  test('reads an iterator', () => {
    expect(foldEvents(new Set(buildEvents(text)))?.header.run).toBe('20261129-213016-a-4f2a');
  });
});

test('summarizeRun counts what was measured and what failed', () => {
  expect(summarizeRun(buildRun(text))).toMatchObject({
    run: '20261129-213016-a-4f2a',
    kernel: 'a',
    title: 'A kernel',
    devices: ['A', 'B'],
    phase: 'finished',
    configurations: 5,
    measured: 3,
    failed: 1,
    problem: null,
  });
});

test('pooledSamples keeps the order of measurement and roundMedians goes by round', () => {
  const state = buildRun(text).devices[0]?.configurations[0];
  if (state === undefined) throw new Error('no state');
  expect(pooledSamples(state)).toEqual([30, 31, 32]);
  expect(roundMedians(state)).toEqual([30.5, 32]);
});

test('two visits in one round (after a restart) are one round', () => {
  const before = buildRun('64: running 10 20', { open: true });
  const key = before.devices[0]?.device.key ?? '';
  const state = after(before, visit(key, '64', 1)).devices[0]?.configurations[0];
  if (state === undefined) throw new Error('no state');
  expect(roundMedians(state)).toEqual([10, 48.5]);
});

test('numberEvents counts from 0 without gaps', () => {
  const events = numberEvents([visit('a', '1', 0), visit('a', '1', 1)]);
  expect(events.map((event) => event.seq)).toEqual([0, 1]);
});
