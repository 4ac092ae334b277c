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
const plansOf = (local: readonly number[][]) =>
  run.header.devices.map((device) => planSweep({ ...run.header.spec, local }, device));

describe('what a sweep will cost', () => {
  it('gives a range of launches while the number adapts, and one number when it is fixed', () => {
    const plans = plansOf([[64], [128]]);
    expect(estimateRun(plans, request(null), null)).toMatchObject({
      configurations: 4,
      fewest: 40,
      most: 800,
      timeNs: null,
    });
    expect(estimateRun(plans, request(7), null)).toMatchObject({ fewest: 28, most: 28 });
  });

  it('leaves out what the plan rejects', () => {
    expect(estimateRun(plansOf([[64], [512]]), request(1), null).configurations).toBe(2);
  });

  it('takes the whole time of the same sweep', () => {
    expect(estimateRun(plansOf([[64], [128]]), request(null), run).timeNs).toBe(run.wallNs);
  });

  it('adds up devices that share hardware when only part is swept again', () => {
    // The builder's host time is 9 µs above each device time: 2 × 9100 + 2 × 9300.
    expect(estimateRun(plansOf([[64]]), request(null), run).timeNs).toBe(36_800);
  });

  it('says no time for a size that was not measured, or other work', () => {
    expect(estimateRun(plansOf([[32]]), request(null), run).timeNs).toBeNull();
    const other = { ...request(null), sourceText: 'another kernel' };
    expect(estimateRun(plansOf([[64]]), other, run).timeNs).toBeNull();
  });
});
