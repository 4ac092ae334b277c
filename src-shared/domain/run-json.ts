/**
 * A run's results as JSON, for scripts: the figures of the CSV as numbers, the verdict of each device, and
 * how it was measured. Samples are left out: the run file itself is JSON lines and holds them all.
 */
import { configurationRecords } from './csv';
import { judge } from './ranking';
import type { Run } from './run-types';
import type { RunNotes } from './run-notes';

/** `ndrange-results`, version 1 (docs/file-formats.md), with a line break at its end. Undefined is null. */
export const runJson = (runs: readonly Run[], notes: ReadonlyMap<string, RunNotes>): string => {
  const results = runs.map((run) => {
    const { header } = run;
    return {
      run: header.run,
      startedAt: header.startedAt,
      phase: run.phase,
      wallNs: run.wallNs,
      appVersion: header.appVersion,
      host: header.host,
      notes: notes.get(header.run) ?? null,
      spec: header.spec,
      options: header.options,
      sourceSha256: header.sourceSha256,
      specSha256: header.specSha256,
      devices: run.devices.map(({ device, timer, buildNs, problem }) => {
        const verdict = judge(run, device.key);
        return {
          key: device.key,
          name: device.name,
          platform: device.platform.name,
          driver: device.driver,
          version: device.version,
          timer: timer ?? null,
          buildNs,
          problem,
          verdict: {
            kind: verdict.kind,
            reason: verdict.reason,
            recommended: verdict.recommended,
            best: verdict.best,
            tieSet: verdict.tieSet,
            plateau: verdict.plateau,
            plateauShare: verdict.plateauShare,
            confidence: verdict.confidence,
            rounds: verdict.rounds,
          },
        };
      }),
      configurations: configurationRecords(run),
    };
  });
  return `${JSON.stringify({ format: 'ndrange-results', version: 1, results }, null, 2)}\n`;
};
