/**
 * `npm run test:faults`: every kind of failure on the OpenCL devices of this machine, as a table of
 * fault × device → outcome, time to recover, what was lost. The table is kept in artifacts/reports/faults.txt.
 */
import { nodeModule, runProgram, runScript } from './project.mjs';

await runScript(() =>
  runProgram(
    process.execPath,
    [
      nodeModule('vitest/vitest.mjs'),
      'run',
      '--project',
      'integration',
      'test/survival/faults',
      'driver-guard',
    ],
    { ...process.env, RUSTICL_ENABLE: 'llvmpipe' },
  ),
);
