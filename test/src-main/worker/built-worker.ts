/**
 * Builds the worker's entry from the sources for tests that start it as a process of its own: what lies
 * in out/main may be older, or not be there.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';

const root = resolve(import.meta.dirname, '../../..');

export interface BuiltWorker {
  readonly path: string;
  remove(): Promise<void>;
}

/** `plugins`: what a test changes in the worker, such as a check that it leaves out. */
export const buildWorker = async (plugins: Plugin[] = []): Promise<BuiltWorker> => {
  // Inside the project, so that the worker finds its packages.
  const outDir = await mkdtemp(join(root, 'node_modules', '.test-worker-'));
  await build({
    configFile: false,
    logLevel: 'error',
    plugins,
    root,
    resolve: {
      alias: { '@shared': join(root, 'src-shared'), '@main': join(root, 'src-main') },
    },
    build: {
      ssr: join(root, 'src-main/worker.ts'),
      outDir,
      target: 'node20.18',
      rolldownOptions: { output: { entryFileNames: 'worker.mjs' } },
    },
  });
  return { path: join(outDir, 'worker.mjs'), remove: () => rm(outDir, { recursive: true }) };
};
