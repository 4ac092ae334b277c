/**
 * `npm test`: prepares the machine, installs, builds, then runs every test there is: unit, integration with
 * real OpenCL devices, end to end in the real window. The last line says how many passed and failed.
 * NDRANGE_CHECK_FAILED=1 (set by .ci/run) counts the checks that ran before as one failure.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { build } from './ensure-built.mjs';
import { ensurePackages } from './ensure-packages.mjs';
import { prepareMachine } from './prepare-machine.mjs';
import { inRoot, nodeModule, runProgram, runScript, say, StepFailure } from './project.mjs';
import {
  add,
  countsLine,
  countStage,
  noTests,
  playwrightCounts,
  vitestCounts,
} from './test-counts.mjs';

const reports = inRoot('artifacts/reports');
const report = (name) => `${reports}/${name}.json`;
const failure = { ...noTests, failed: 1 };

const vitest = (project) => {
  const status = runProgram(
    process.execPath,
    [
      nodeModule('vitest/vitest.mjs'),
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report(project)}`,
    ],
    { ...process.env, RUSTICL_ENABLE: 'llvmpipe' },
  );
  return countStage(status, report(project), vitestCounts);
};

const endToEnd = async () => {
  const { runEndToEnd } = await import('./e2e.mjs');
  const status = await runEndToEnd([]);
  return countStage(status, report('e2e'), playwrightCounts);
};

/** A stage that cannot even start is a failure like any other: the ones after it still run. */
const stage = async (name, run) => {
  say(`\n${name}`);
  try {
    return await run();
  } catch (error) {
    say(error instanceof StepFailure ? error.message : String(error.stack ?? error));
    return failure;
  }
};

await runScript(async () => {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  let counts = process.env.NDRANGE_CHECK_FAILED === '1' ? failure : noTests;
  try {
    prepareMachine(true);
    ensurePackages();
    build();
    counts = add(counts, await stage('Unit tests', () => vitest('unit')));
    counts = add(counts, await stage('Integration tests', () => vitest('integration')));
    counts = add(counts, await stage('End-to-end tests', endToEnd));
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    say(error.message);
    counts = add(counts, failure);
  }
  process.stdout.write(`${countsLine(counts)}\n`);
  return counts.failed === 0 && counts.passed > 0 ? 0 : 1;
});
