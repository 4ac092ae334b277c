/** Runs that were recorded on real devices (test/fixtures). */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { readRunFile } from '@main/store/read-run';
import { foldEvents } from '@shared/domain/run';
import type { Run } from '@shared/domain/run-types';

const here = resolve(import.meta.dirname, '../fixtures');

/** All runs of a folder below test/fixtures, by file name: `h200/ten`. */
export const recordedRuns = async (folder: string, fixtures = here): Promise<readonly Run[]> => {
  const files = readdirSync(resolve(fixtures, folder))
    .filter((name) => name.endsWith('.ndrun'))
    .sort();
  const runs = await Promise.all(files.map((name) => readRunFile(resolve(fixtures, folder, name))));
  return runs.map((read, index) => {
    const run = read.ok ? foldEvents(read.value.events) : null;
    if (run === null) throw new Error(`${files[index] ?? ''} cannot be read`);
    return run;
  });
};

/** The run with the times of sizes exchanged (both ways) and all times multiplied: what a test of honesty changes. */
export const changedTimes = (
  run: Run,
  exchange: Readonly<Record<string, string>>,
  factor: number,
): Run => {
  const partner = new Map(
    Object.entries(exchange).flatMap(
      ([a, b]) =>
        [
          [a, b],
          [b, a],
        ] as const,
    ),
  );
  return {
    ...run,
    devices: run.devices.map((device) => ({
      ...device,
      configurations: device.configurations.map((state) => {
        const { id } = state.configuration;
        const from = partner.get(id) ?? id;
        const given =
          device.configurations.find((other) => other.configuration.id === from) ?? state;
        return {
          ...given,
          configuration: state.configuration,
          chosen: state.chosen,
          visits: given.visits.map((visit) => ({
            ...visit,
            samples: {
              ...visit.samples,
              runNs: visit.samples.runNs.map((ns) => Math.round(ns * factor)),
              wallNs: visit.samples.wallNs.map((ns) => Math.round(ns * factor)),
            },
          })),
        };
      }),
    })),
  };
};
