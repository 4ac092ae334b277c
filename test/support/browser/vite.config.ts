import { resolve } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

const root = resolve(import.meta.dirname, '../../..');

export default defineConfig({
  root: import.meta.dirname,
  plugins: [vue()],
  resolve: {
    alias: {
      '@shared': resolve(root, 'src-shared'),
      '@main': resolve(root, 'src-main'),
      '@renderer': resolve(root, 'src-renderer'),
    },
  },
  server: { fs: { allow: [root] } },
  build: { target: 'chrome130', outDir: resolve(root, 'out/browser'), emptyOutDir: true },
});
