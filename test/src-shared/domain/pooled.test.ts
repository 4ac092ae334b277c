import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  commonTimerStep,
  pooledMedian,
  pooledSamples,
  roundSeries,
  sortedSamples,
} from '@shared/domain/pooled';
import type { ConfigurationState, Visit } from '@shared/domain/run-types';
import { summarizeConfiguration, noWork } from '@shared/domain/summary';
import { summarize } from '@shared/domain/statistics';
import { buildSamples } from '../../support/run-builder';

const stateOf = (visits: readonly Visit[]): ConfigurationState => ({
  configuration: { id: '16', local: [16], asked: [64], launched: [64], rejected: null },
  visits,
  firstLaunchNs: null,
  buildNs: null,
  chosen: null,
  outcome: null,
  stopReason: null,
  verified: null,
});
const visitsOf = (lists: readonly (readonly number[])[]): readonly Visit[] =>
  lists.map((runNs, round) => ({ round, samples: buildSamples(runNs) }));
const ascending = (values: readonly number[]): readonly number[] =>
  [...values].sort((a, b) => a - b);
const lists = fc.array(fc.array(fc.integer({ min: 1, max: 5000 }), { maxLength: 12 }), {
  minLength: 1,
  maxLength: 12,
});

describe('the samples of a configuration that grows', () => {
  it('are sorted as if they had come at once, whenever they are asked for', () => {
    fc.assert(
      fc.property(lists, fc.infiniteStream(fc.boolean()), (times, looks) => {
        const visits = visitsOf(times);
        for (let n = 1; n <= visits.length; n += 1) {
          const state = stateOf(visits.slice(0, n));
          if (looks.next().value === true) {
            expect(sortedSamples(state)).toEqual(ascending(pooledSamples(state)));
          }
        }
        const all = stateOf(visits);
        expect(sortedSamples(all)).toEqual(ascending(times.flat()));
        // An older state is still right after the newest has been asked for.
        const older = stateOf(visits.slice(0, 1));
        expect(sortedSamples(older)).toEqual(ascending(times[0] ?? []));
        expect(sortedSamples(all)).toEqual(ascending(times.flat()));
      }),
    );
  });

  it('have the statistics of the same samples in one list', () => {
    fc.assert(
      fc.property(lists, (times) => {
        const state = stateOf(visitsOf(times));
        const { n, median, mad, sd, q1, q3, outliers } = summarize(times.flat());
        expect(summarizeConfiguration(state, noWork, [64])).toMatchObject({
          n,
          median,
          mad,
          sd,
          q1,
          q3,
          outliers,
        });
        expect(pooledMedian(state)).toBe(median);
      }),
    );
  });

  it('show the step of their clock over all visits together', () => {
    const a = stateOf(visitsOf([[12_800, 13_056], [12_544]]));
    const b = stateOf(visitsOf([[12_832]]));
    expect(commonTimerStep([a])).toBe(256);
    expect(commonTimerStep([a, b])).toBe(32);
    expect(commonTimerStep([])).toBe(0);
  });

  it('make one median per round', () => {
    const state = stateOf([...visitsOf([[10, 30, 20], [7]]), ...visitsOf([[40]])]);
    expect(roundSeries(state)).toEqual([
      { round: 0, medianNs: 25 },
      { round: 1, medianNs: 7 },
    ]);
  });
});
