/** `npm run screens`: pictures of the main views, in both themes and languages, into artifacts/screens. */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/e2e/screens',
  testMatch: '*.screens.ts',
  workers: 1,
  timeout: 300_000,
  outputDir: 'artifacts/e2e-screens',
  reporter: [['list']],
});
