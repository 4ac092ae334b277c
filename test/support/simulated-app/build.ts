/** Makes the simulated app as a folder that Electron can be started with, beside the built product. */
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';

/** The project's folder; this file may have been bundled to another place. */
const root = ((): string => {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'electron.vite.config.ts'))) folder = dirname(folder);
  return folder;
})();

/** Builds it anew; page and preload are those of the built product. @returns its folder */
export const buildSimulatedApp = async (): Promise<string> => {
  const folder = join(root, 'out/simulated');
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    resolve: { alias: { '@shared': join(root, 'src-shared'), '@main': join(root, 'src-main') } },
    ssr: { noExternal: true, external: ['electron'] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node20.18',
      rolldownOptions: {
        input: { main: join(root, 'test/support/simulated-app/main.ts') },
        external: ['electron'],
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      name: 'ndrange-workbench-simulated',
      productName: 'NDRange Workbench',
      version: '0.0.0',
      type: 'module',
      main: 'main.js',
    }),
  );
  rmSync(join(folder, 'out'), { force: true });
  symlinkSync(join(root, 'out'), join(folder, 'out'), 'junction');
  return folder;
};
