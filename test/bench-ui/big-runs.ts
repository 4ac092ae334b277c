/** Run files for the figures of volume: one with very many samples, and very many small ones. */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { RunEventBody } from '../../src-shared/domain/run-event';
import { seededRandom } from '../../src-shared/domain/random';
import { buildDevice, buildEvents, buildSamples, buildSpec } from '../support/run-builder';

interface BigRun {
  readonly devices: number;
  readonly sizes: number;
  readonly rounds: number;
  readonly samplesPerVisit: number;
}

const lineOf = (body: RunEventBody, seq: number): string =>
  `${JSON.stringify(body.type === 'run-started' ? body.header : { ...body, seq, at: seq * 1e6 })}\n`;

/** Writes the run to `dir`, line by line. @returns its number of samples */
export const writeBigRun = (dir: string, run: string, big: BigRun): number => {
  mkdirSync(dir, { recursive: true });
  const random = seededRandom(5);
  const devices = Array.from({ length: big.devices }, (_, index) =>
    buildDevice({
      name: `Big ${index}`,
      key: `big-${index}`,
      index,
      ordinal: index,
      limit: 16_384,
    }),
  );
  const local = Array.from({ length: big.sizes }, (_, at) => [at + 1]);
  const [started] = buildEvents('16: 1 2');
  if (started?.type !== 'run-started') throw new Error('a run begins with its header');
  const file = openSync(join(dir, `${run}.ndrun`), 'w');
  let seq = 0;
  const write = (body: RunEventBody): void => {
    writeSync(file, lineOf(body, seq));
    seq += 1;
  };
  write({
    type: 'run-started',
    header: { ...started.header, run, devices, spec: buildSpec({ local }) },
  });
  for (const { key } of devices) {
    write({
      type: 'device-planned',
      deviceKey: key,
      configurations: local.map((size) => ({
        id: String(size[0]),
        local: size,
        asked: [1_048_576],
        launched: [1_048_576],
        rejected: null,
      })),
    });
  }
  for (let round = 0; round < big.rounds; round += 1) {
    for (const { key } of devices) {
      for (const [size = 1] of local) {
        const middle = 100_000 * (1 + 0.02 * Math.abs(Math.log2(size / 256)));
        const times = Array.from({ length: big.samplesPerVisit }, () =>
          Math.round(middle * (1 + 0.03 * (random() - 0.5))),
        );
        write({
          type: 'visit',
          deviceKey: key,
          configuration: String(size),
          round,
          samples: buildSamples(times),
        });
      }
    }
  }
  for (const { key } of devices) {
    for (const [size = 1] of local) {
      write({
        type: 'configuration-ended',
        deviceKey: key,
        configuration: String(size),
        outcome: { kind: 'measured' },
        stopReason: 'fixed',
        verified: true,
      });
    }
  }
  const count = big.devices * big.sizes;
  write({
    type: 'run-ended',
    phase: 'finished',
    wallNs: 1e9,
    counts: { configurations: count, measured: count, failed: 0 },
  });
  closeSync(file);
  return count * big.rounds * big.samplesPerVisit;
};

/** Writes `count` small runs with ids of their own. */
export const writeManyRuns = (dir: string, count: number): void => {
  mkdirSync(dir, { recursive: true });
  const events = buildEvents('16: 400 410 405\n64: 100 101 99\n256: 90 91 92');
  for (let at = 0; at < count; at += 1) {
    const run = `20260101-${String(at).padStart(6, '0')}-small`;
    const text = events
      .map((event) => {
        if (event.type === 'run-started') {
          return lineOf({ ...event, header: { ...event.header, run } }, 0);
        }
        const counts = { configurations: 3, measured: 3, failed: 0 };
        return `${JSON.stringify(event.type === 'run-ended' ? { ...event, counts } : event)}\n`;
      })
      .join('');
    writeFileSync(join(dir, `${run}.ndrun`), text);
  }
};
