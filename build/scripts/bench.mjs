/**
 * `npm run bench`: bundles the bench and the worker into out/bench/ and runs them with plain Node. The bundle
 * needs nothing but Node, koffi and the kernels: taken along to another machine, it is started by
 * `node out/bench/bench.js`. `-- --build-only` builds it without running.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { build } from 'vite';
import { inRoot, root, runScript } from './project.mjs';

const bundle = () =>
  build({
    configFile: false,
    root,
    logLevel: 'warn',
    resolve: {
      alias: { '@shared': resolve(root, 'src-shared'), '@main': resolve(root, 'src-main') },
    },
    // Everything inside but koffi, whose native part lies beside it.
    ssr: { noExternal: true, external: ['koffi'], target: 'node' },
    build: {
      ssr: true,
      target: 'node20',
      outDir: inRoot('out', 'bench'),
      emptyOutDir: true,
      rolldownOptions: {
        input: { bench: inRoot('test/bench/main.ts'), worker: inRoot('test/bench/worker.ts') },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunk-[hash].js' },
      },
    },
  });

await runScript(async () => {
  const args = process.argv.slice(2);
  await bundle();
  if (args.includes('--build-only')) return 0;
  const { status } = spawnSync(process.execPath, [inRoot('out/bench/bench.js'), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  return status ?? 1;
});
