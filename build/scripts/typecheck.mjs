/**
 * Type-checks each part with what it may see: the domain without DOM and Node, the main process against
 * the newest and the oldest Electron that it must run on, the window, the tests. All are run even when
 * one fails, so that one call shows everything.
 */
import { nodeModule, runProgram, runScript, say } from './project.mjs';

const tsc = nodeModule('typescript/bin/tsc');
const vueTsc = nodeModule('vue-tsc/bin/vue-tsc.js');

const parts = [
  ['shared', tsc],
  ['node', tsc],
  ['electron33', tsc],
  ['web', vueTsc],
  ['test', vueTsc],
];

await runScript(() => {
  const failed = parts.filter(([name, compiler]) => {
    const status = runProgram(process.execPath, [compiler, '-p', `tsconfig.${name}.json`]);
    say(`types of ${name}: ${status === 0 ? 'ok' : 'failed'}`);
    return status !== 0;
  });
  return failed.length === 0 ? 0 : 1;
});
