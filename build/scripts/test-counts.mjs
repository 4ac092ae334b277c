/**
 * Reads how many tests passed, failed and were skipped out of the JSON reports of Vitest and Playwright.
 * A stage that left no report has failed: it counts as one failure, never as nothing.
 */
import { existsSync, readFileSync } from 'node:fs';

export const noTests = { passed: 0, failed: 0, skipped: 0 };

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** @param report Vitest's JSON report. A file that could not be loaded counts as a failure of its own. */
export const vitestCounts = (report) => {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles,
    skipped: report.numPendingTests + report.numTodoTests,
  };
};

/** @param report Playwright's JSON report. A test that passed at a second attempt passed; it is named above. */
export const playwrightCounts = (report) => ({
  passed: report.stats.expected + report.stats.flaky,
  failed: report.stats.unexpected + report.errors.length,
  skipped: report.stats.skipped,
});

/**
 * @param status exit status of the stage: not 0 with no failed test in the report is one failure
 * @param file its JSON report
 */
export const countStage = (status, file, counts) => {
  if (!existsSync(file)) return { ...noTests, failed: 1 };
  const found = counts(JSON.parse(readFileSync(file, 'utf8')));
  return status !== 0 && found.failed === 0 ? { ...found, failed: 1 } : found;
};

/** The last line of a test run. */
export const countsLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
