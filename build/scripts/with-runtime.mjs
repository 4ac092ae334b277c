/**
 * `node with-runtime.mjs PROGRAM …`: runs a program of node_modules/.bin with the Electron runtime of this
 * machine in the variables that Electron's own tools and electron-vite look for.
 */
import { delimiter } from 'node:path';
import { resolveRuntime } from './electron-runtime.mjs';
import { inRoot, runProgram, runScript, StepFailure } from './project.mjs';
import { sandboxArguments, withScreen } from './display.mjs';

await runScript(async () => {
  const [program, ...args] = process.argv.slice(2);
  if (program === undefined) throw new StepFailure('Usage: with-runtime.mjs PROGRAM [ARGUMENT …]');
  const { dist, executable } = await resolveRuntime();
  const isVite = program === 'electron-vite' && sandboxArguments().length > 0;
  const [command, words] = withScreen(program, [...args, ...(isVite ? ['--noSandbox'] : [])]);
  return runProgram(command, words, {
    ...process.env,
    PATH: `${inRoot('node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
    ELECTRON_OVERRIDE_DIST_PATH: dist,
    ELECTRON_EXEC_PATH: executable,
  });
});
