/**
 * Works out the verdicts and rows of a run before it is shown, in slices that leave room for input in between.
 * Decides nothing: the domain remembers what was worked out, and the views then find it ready.
 */
import { deviceRowsInSteps } from '@shared/domain/rows';
import type { Run } from '@shared/domain/run-types';
import type { Steps } from '@shared/domain/steps';
import { inSlices } from '@renderer/tasks/slices';

const rowsOfAll = function* (runs: Iterable<Run>): Steps<null> {
  for (const run of runs) for (const state of run.devices) yield* deviceRowsInSteps(run, state);
  return null;
};

export const prepareRuns = async (runs: Iterable<Run>): Promise<void> => {
  await inSlices(rowsOfAll(runs));
};
