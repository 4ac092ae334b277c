import { resolve } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;
const alias = {
  '@shared': resolve(root, 'src-shared'),
  '@main': resolve(root, 'src-main'),
  '@renderer': resolve(root, 'src-renderer'),
};

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        // Pure code and components: no OpenCL, no Electron, milliseconds each.
        plugins: [vue()],
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['test/{src-shared,src-main,src-renderer,build,bench,docs}/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts'],
        },
      },
      {
        // Real OpenCL (PoCL and rusticl), real processes, real files. One at a time: they share the cores.
        resolve: { alias },
        test: {
          name: 'integration',
          include: ['test/**/*.integration.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
