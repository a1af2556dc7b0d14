import { readFileSync } from 'node:fs';

/** A run that ended without a report counts as one failure. */
const broken = { passed: 0, failed: 1, skipped: 0 };

/** The counts of vitest's tests, from its JSON report and its exit code. */
export function countVitest(file, code) {
  const report = readReport(file);
  if (!report) return broken;
  // A file that could not be loaded has no failed tests, and neither has an error outside the tests.
  const brokenFiles = report.testResults.filter(
    (one) => one.status === 'failed' && !one.assertionResults.some(hasFailed),
  );
  const failed = report.numFailedTests + brokenFiles.length;
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: atLeastOne(failed, code), skipped };
}

const hasFailed = ({ status }) => status === 'failed';

/** The same for Playwright. A test that passed only on a retry has failed. */
export function countPlaywright(file, code) {
  const report = readReport(file);
  if (!report) return broken;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: atLeastOne(unexpected + flaky + report.errors.length, code), skipped };
}

const atLeastOne = (failed, code) => (code === 0 ? failed : Math.max(failed, 1));

/** Null when there is none, or only a part. */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** The last line of a test run. */
export function sumUp(counts) {
  const sum = (what) => counts.reduce((total, count) => total + count[what], 0);
  const skipped = sum('skipped');
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`;
}
