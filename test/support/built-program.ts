/** Builds entries of the product or of the tests as programs of their own, to be started and killed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../..');

export interface BuiltProgram {
  /** `NAME.js` of each entry. */
  path(name: string): string;
  remove(): Promise<void>;
}

/** `entries`: name to source file, relative to the project. */
export const buildProgram = async (
  entries: Readonly<Record<string, string>>,
): Promise<BuiltProgram> => {
  // Inside the project, so that the program finds its packages.
  const outDir = await mkdtemp(join(root, 'node_modules', '.test-program-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    resolve: {
      alias: { '@shared': join(root, 'src-shared'), '@main': join(root, 'src-main') },
    },
    build: {
      ssr: true,
      outDir,
      target: 'node20.18',
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(entries).map(([name, file]) => [name, join(root, file)]),
        ),
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  return {
    path: (name) => join(outDir, `${name}.js`),
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
};
