/**
 * `npm run bench:ui`: builds the app, bundles the window's bench into out/bench-ui/ and runs it on a screen, a
 * virtual one where there is none. Arguments go to the bench.
 */
import { resolve } from 'node:path';
import { build } from 'vite';
import { sandboxArguments, withScreen } from './display.mjs';
import { resolveRuntime } from './electron-runtime.mjs';
import { ensureBuilt } from './ensure-built.mjs';
import { inRoot, root, runProgram, runScript } from './project.mjs';

const bundle = (input) =>
  build({
    configFile: false,
    root,
    logLevel: 'warn',
    resolve: {
      alias: { '@shared': resolve(root, 'src-shared'), '@main': resolve(root, 'src-main') },
    },
    build: {
      ssr: true,
      target: 'node20',
      outDir: inRoot('out', 'bench-ui'),
      emptyOutDir: true,
      rolldownOptions: {
        input: { main: inRoot(input) },
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  });

await runScript(async () => {
  ensureBuilt();
  await bundle('test/bench-ui/main.ts');
  const { dist, executable } = await resolveRuntime();
  const [command, words] = withScreen(process.execPath, [
    inRoot('out/bench-ui/main.js'),
    ...process.argv.slice(2),
  ]);
  return runProgram(command, words, {
    ...process.env,
    RUSTICL_ENABLE: 'llvmpipe',
    ELECTRON_OVERRIDE_DIST_PATH: dist,
    NDRANGE_BENCH_ELECTRON: executable,
    NDRANGE_E2E_SANDBOX: sandboxArguments().length === 0 ? '1' : '0',
  });
});
