import { resolve } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'electron-vite';
import { firstLoad, oneFirstChunk } from './build/first-load.mjs';
import { helpPages } from './build/help-pages.mjs';

const root = import.meta.dirname;
const alias = {
  '@shared': resolve(root, 'src-shared'),
  '@main': resolve(root, 'src-main'),
  '@renderer': resolve(root, 'src-renderer'),
};
const rendererPage = resolve(root, 'src-renderer/index.html');
/** The oldest runtime that the product runs on (Electron 33): electron-vite would take the newest's. */
const nodeTarget = 'node20.18';
const chromeTarget = 'chrome130';

export default defineConfig({
  main: {
    resolve: { alias },
    build: {
      target: nodeTarget,
      rolldownOptions: {
        input: {
          index: resolve(root, 'src-main/index.ts'),
          worker: resolve(root, 'src-main/worker.ts'),
          reader: resolve(root, 'src-main/reader.ts'),
          exporter: resolve(root, 'src-main/exporter.ts'),
          cli: resolve(root, 'src-main/cli/cli.ts'),
        },
      },
    },
  },
  preload: {
    resolve: { alias },
    build: {
      target: nodeTarget,
      rolldownOptions: {
        input: { preload: resolve(root, 'src-main/preload.ts') },
        // A sandboxed preload cannot be an ES module.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(root, 'src-renderer'),
    resolve: { alias },
    plugins: [vue(), firstLoad(), helpPages(root)],
    build: {
      target: chromeTarget,
      minify: true,
      // The content security policy allows fonts from the app's own origin only, not as data: URLs.
      assetsInlineLimit: 0,
      // Read from the disk, not from a network.
      chunkSizeWarningLimit: 4_000,
      outDir: resolve(root, 'out/renderer'),
      rolldownOptions: {
        input: rendererPage,
        output: { codeSplitting: oneFirstChunk(rendererPage) },
      },
    },
  },
});
