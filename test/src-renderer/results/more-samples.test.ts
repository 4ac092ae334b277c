import { describe, expect, it } from 'vitest';
import { judge } from '@shared/domain/ranking';
import type { Run } from '@shared/domain/run-types';
import { moreSamplesFor, type MoreSamples } from '@renderer/components/results/more-samples';
import { buildRun } from '../../support/run-builder';

const adviceFor = (run: Run): MoreSamples | null => {
  const [device] = run.devices;
  if (device === undefined) throw new Error('the run has no device');
  return moreSamplesFor(run, device, judge(run, device.device.key));
};

const short = '16: 400 401\n64: 100 101';

describe('the way to more samples', () => {
  it('is to resume a run that was cut short', () => {
    const run = buildRun(short);
    expect(adviceFor({ ...run, phase: 'cancelled' })).toEqual({ kind: 'resume', value: null });
    expect(adviceFor({ ...run, phase: 'interrupted' })?.kind).toBe('resume');
  });

  it('is a larger count where the count was fixed', () => {
    const run = buildRun(short);
    const header = { ...run.header, options: { ...run.header.options, samples: 3 } };
    expect(adviceFor({ ...run, header })).toEqual({ kind: 'fixed', value: 20 });
  });

  it('is the bound that ended the sizes in question', () => {
    const run = buildRun(short);
    const header = {
      ...run.header,
      options: { ...run.header.options, samples: null, maxSeconds: 10, maxSamples: 200 },
      spec: { ...run.header.spec, samples: null },
    };
    const ended = (stopReason: 'max-time' | 'max-samples' | 'settled'): Run => ({
      ...run,
      header,
      devices: run.devices.map((device) => ({
        ...device,
        configurations: device.configurations.map((state) => ({ ...state, stopReason })),
      })),
    });
    expect(adviceFor(ended('max-time'))).toEqual({ kind: 'time', value: 40 });
    expect(adviceFor(ended('max-samples'))).toEqual({ kind: 'limit', value: 800 });
    expect(adviceFor(ended('settled'))).toEqual({ kind: 'again', value: null });
  });

  it('is not needed where there is a verdict', () => {
    const rounds = Array.from({ length: 12 }, (_, round) => 100 + (round % 3)).join(' ');
    expect(adviceFor(buildRun(`16: ${rounds}\n64: ${rounds}`))).toBeNull();
  });
});
