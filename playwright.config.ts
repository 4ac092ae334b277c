/**
 * End-to-end tests in the real Electron window. One worker: the tests measure, and the machine's
 * processors are what they measure with.
 */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  // A start of Electron can hang when both cores are busy; a test that fails twice is a failure.
  retries: 1,
  // Its paths: what tests share with the sources is imported by the same names as there.
  tsconfig: './tsconfig.test.json',
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  workers: 1,
  timeout: 180_000,
  expect: {
    timeout: 15_000,
    // Most of a view is ground: a chart that is not drawn changes about 1 % of it. Fonts and their smoothing
    // come with the app and its Chromium, so that one in 500 is room enough for another machine.
    toHaveScreenshot: { threshold: 0.2, maxDiffPixelRatio: 0.002 },
  },
  snapshotPathTemplate: '{testDir}/snapshots/{arg}{ext}',
  forbidOnly: true,
  outputDir: 'artifacts/e2e',
  reporter: [['list'], ['json', { outputFile: 'artifacts/reports/e2e.json' }]],
  use: { screenshot: 'only-on-failure', trace: 'retain-on-failure' },
});
