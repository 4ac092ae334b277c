import { describe, expect, it } from 'vitest';
import { planSweep } from '@shared/domain/plan';
import { defaultMeasureOptions, type SweepRequest } from '@shared/domain/sweep';
import { estimateRun } from '@renderer/views/workbench/run-estimate';
import { buildRun } from '../../support/run-builder';

const run = buildRun(`
  device A key=a resource=one limit=256
  64: 100 100
  128: 200 200
  device B key=b resource=one limit=256
  64: 300 300
  128: 400 400
`);
const request = (samples: number | null): SweepRequest => ({
  spec: run.header.spec,
  sourceText: run.header.sourceText,
  deviceKeys: ['a', 'b'],
  options: { ...defaultMeasureOptions, samples },
});
const devices = run.header.devices;
const plansOf = (local: readonly number[][]) =>
  run.header.devices.map((device) => planSweep({ ...run.header.spec, local }, device));

describe('what a sweep will cost', () => {
  it('gives a range of launches while the number adapts, and one number when it is fixed', () => {
    const plans = plansOf([[64], [128]]);
    expect(estimateRun(plans, request(null), devices, [])).toMatchObject({
      configurations: 4,
      fewest: 40,
      most: 800,
      timeNs: null,
    });
    expect(estimateRun(plans, request(7), devices, [])).toMatchObject({ fewest: 28, most: 28 });
  });

  it('says before the first run what the bounds allow at most, in the lane that takes longest', () => {
    const plans = plansOf([[64], [128]]);
    // Both devices share hardware: four sizes in turn, each at most as long as its bound.
    const bound = defaultMeasureOptions.maxSeconds * 1e9;
    expect(estimateRun(plans, request(null), devices, []).atMostNs).toBe(4 * bound);
    const apart = devices.map((device) => ({ ...device, resource: device.key }));
    expect(estimateRun(plans, request(null), apart, []).atMostNs).toBe(2 * bound);
    expect(estimateRun(plansOf([[512]]), request(null), devices, []).atMostNs).toBeNull();
  });

  it('says nothing of a fixed number of launches that nobody timed: no bound holds for them', () => {
    expect(estimateRun(plansOf([[64]]), request(7), devices, [])).toMatchObject({
      timeNs: null,
      atMostNs: null,
    });
  });

  it('takes the time of a launch from any run at hand that did the same work', () => {
    const other = { ...run, header: { ...run.header, sourceText: 'another kernel' } };
    const found = estimateRun(plansOf([[64]]), request(7), devices, [other, run]);
    expect(found).toMatchObject({ timeNs: 7 * (9100 + 9300), atMostNs: null });
  });

  it('leaves out what the plan rejects', () => {
    expect(estimateRun(plansOf([[64], [512]]), request(1), devices, []).configurations).toBe(2);
  });

  it('takes the whole time of the same sweep', () => {
    expect(estimateRun(plansOf([[64], [128]]), request(null), devices, [run]).timeNs).toBe(
      run.wallNs,
    );
  });

  it('adds up devices that share hardware when only part is swept again', () => {
    // The builder's host time is 9 µs above each device time: 2 × 9100 + 2 × 9300.
    expect(estimateRun(plansOf([[64]]), request(null), devices, [run]).timeNs).toBe(36_800);
  });

  it('says no time for a size that was not measured, or other work', () => {
    expect(estimateRun(plansOf([[32]]), request(null), devices, [run]).timeNs).toBeNull();
    const other = { ...request(null), sourceText: 'another kernel' };
    expect(estimateRun(plansOf([[64]]), other, devices, [run]).timeNs).toBeNull();
  });
});
