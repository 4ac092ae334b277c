/**
 * `npm run test:long`: the tests that have a short form in `npm test`, with their full figures: 200 kills, a
 * soak of 10 000 configurations (in the engine and in the real window), the fault matrix, and a million cases of each property. Their tables are kept
 * in artifacts/reports.
 */
import { existsSync, readFileSync } from 'node:fs';
import { inRoot, nodeModule, runProgram, runScript, say } from './project.mjs';

const env = {
  ...process.env,
  RUSTICL_ENABLE: 'llvmpipe',
  NDRANGE_LONG: '1',
  NDRANGE_CASES: process.env.NDRANGE_CASES ?? '1000000',
};
/** Files whose path holds one of the words. */
const vitest = (project, ...words) =>
  runProgram(
    process.execPath,
    [
      nodeModule('vitest/vitest.mjs'),
      'run',
      '--project',
      project,
      '--testTimeout=7200000',
      ...words,
    ],
    env,
  );

/** The same in the real window. */
const window = async () => {
  const { runEndToEnd } = await import('./e2e.mjs');
  return runEndToEnd(['test/e2e/soak.spec.ts']);
};

await runScript(async () => {
  Object.assign(process.env, env);
  const statuses = [
    vitest('integration', 'test/survival', 'driver-guard'),
    vitest('unit', 'propert'),
    await window(),
  ];
  for (const name of ['faults', 'kills-long', 'soak-long']) {
    const report = inRoot('artifacts/reports', `${name}.txt`);
    if (existsSync(report)) say(`${name}\n${readFileSync(report, 'utf8')}`);
  }
  say(statuses.every((status) => status === 0) ? 'All parts passed.' : 'A part failed: see above.');
  return Math.max(...statuses);
});
