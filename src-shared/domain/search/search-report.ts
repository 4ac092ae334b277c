/**
 * How a search stands or went on one device, for whoever shows it: each candidate with its standing and why it
 * was dropped, and the launches against those of measuring all candidates alike. Decides words of a closed set
 * only; works on a run that is still going on.
 */
import { judge } from '../ranking';
import type { Verdict } from '../verdict';
import { deviceRows, type ResultRow } from '../rows';
import type { ConfigurationState, DeviceState, Run } from '../run-types';
import type { SearchStep } from './search-types';

/**
 * `use`: the size to use; `equal`: equally good for practice; `slower`: measured to the end and slower; `beaten`:
 * given up as far from the best; `measuring`; `waiting`: not taken up; `dropped`: not measured, its outcome says
 * why (forbidden, not-needed, a limit …); `failed`.
 */
export type Standing =
  'use' | 'equal' | 'slower' | 'beaten' | 'measuring' | 'waiting' | 'dropped' | 'failed';

export interface CandidateReport {
  readonly row: ResultRow;
  readonly standing: Standing;
  /** The step with which it was taken up; null: it was not. */
  readonly step: SearchStep | null;
  /** Timed launches that it took. */
  readonly launches: number;
}

export interface SearchReport {
  readonly deviceKey: string;
  readonly verdict: Verdict;
  /** In plan order: by work-items per group. */
  readonly candidates: readonly CandidateReport[];
  readonly steps: readonly SearchStep[];
  /** Timed launches of all candidates. */
  readonly launches: number;
  /** What they would have been if each that could be measured had got as many as the one with the most. */
  readonly exhaustive: number;
}

const launchesOf = ({ visits }: ConfigurationState): number =>
  visits.reduce((sum, { samples }) => sum + samples.runNs.length * samples.batchK, 0);

const standingOf = (row: ResultRow, isTaken: boolean): Standing => {
  const { outcome, stopReason } = row;
  if (outcome === null) return isTaken ? 'measuring' : 'waiting';
  if (outcome.kind === 'failed') return 'failed';
  if (outcome.kind === 'skipped') return 'dropped';
  if (row.recommended) return 'use';
  if (stopReason === 'far-from-best' && !row.isBest) return 'beaten';
  return row.inTieSet || row.inPlateau ? 'equal' : 'slower';
};

/** null: the run is no search. */
export const reportSearch = (run: Run, device: DeviceState): SearchReport | null => {
  if (!run.header.options.search) return null;
  const steps = device.searchSteps ?? [];
  const stepOf = new Map<string, SearchStep>();
  for (const step of steps) {
    for (const id of step.configurations) if (!stepOf.has(id)) stepOf.set(id, step);
  }
  const rows = deviceRows(run, device);
  const candidates = device.configurations.flatMap((state, place): readonly CandidateReport[] => {
    const row = rows[place];
    if (row === undefined) return [];
    const step = stepOf.get(state.configuration.id) ?? null;
    return [{ row, step, standing: standingOf(row, step !== null), launches: launchesOf(state) }];
  });
  const counts = candidates.map(({ launches }) => launches);
  const possible = candidates.filter(
    ({ row, launches }) =>
      launches > 0 ||
      row.outcome === null ||
      (row.outcome.kind === 'skipped' && row.outcome.reason === 'not-needed'),
  );
  return {
    deviceKey: device.device.key,
    verdict: judge(run, device.device.key),
    candidates,
    steps,
    launches: counts.reduce((sum, count) => sum + count, 0),
    exhaustive: possible.length * Math.max(0, ...counts),
  };
};
