/**
 * Works out the verdicts and rows of a large run before it is shown, device by device, so that opening it
 * leaves room for input in between. Decides nothing: the domain remembers what was worked out per state.
 */
import { judge } from '@shared/domain/ranking';
import { deviceRows } from '@shared/domain/rows';
import type { Run } from '@shared/domain/run-types';

/** Fewer configurations than this are worked out within one frame. */
const fewest = 200;

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

export const prepareRun = async (run: Run): Promise<void> => {
  const configurations = run.devices.reduce((sum, state) => sum + state.configurations.length, 0);
  if (configurations < fewest) return;
  for (const state of run.devices) {
    await nextTask();
    judge(run, state.device.key);
    await nextTask();
    deviceRows(run, state);
  }
};
