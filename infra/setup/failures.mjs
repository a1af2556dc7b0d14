import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { readReport } from './test-counts.mjs';
import { root } from './paths.mjs';

/** The lines shown of a long message; all of it is printed where the test ran. */
const shownLines = 8;

/** What failed in vitest's JSON report: the file, the test and the beginning of its message. */
export function vitestFailures(file) {
  const results = readReport(file)?.testResults ?? [];
  return results.flatMap((one) => {
    const place = relative(root, one.name);
    const tests = one.assertionResults.filter(({ status }) => status === 'failed');
    if (one.status === 'failed' && tests.length === 0) return [describe(place, [], one.message)];
    return tests.map((test) => describe(place, [...test.ancestorTitles, test.title], test.failureMessages[0]));
  });
}

/** The same for Playwright's. A test that passed only on a retry is among them. */
export function playwrightFailures(file) {
  const report = readReport(file);
  const tests = (report?.suites ?? []).flatMap((suite) => failedSpecs(suite, []));
  return [...(report?.errors ?? []).map(({ message }) => describe('Chromium', [], message)), ...tests];
}

/** The outermost suite is the file; Playwright names it as the suite's title. */
function failedSpecs(suite, titles) {
  const inner = (suite.suites ?? []).flatMap((one) => failedSpecs(one, [...titles, one.title]));
  const failed = (suite.specs ?? []).filter(({ tests }) => tests.some(({ status }) => isFailed(status)));
  const own = failed.map((spec) => {
    const errors = spec.tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
    return describe(`tests/e2e/${spec.file}:${spec.line}`, [...titles, spec.title], errors[0]?.message);
  });
  return [...own, ...inner];
}

const isFailed = (status) => status === 'unexpected' || status === 'flaky';

function describe(place, titles, message) {
  const lines = stripVTControlCharacters(message ?? '').split('\n');
  const telling = lines.filter((line) => line.trim() !== '' && !line.includes('/node_modules/'));
  const shown = telling.slice(0, shownLines);
  return [[place, ...titles].join(' › '), ...shown.map((line) => `  ${line}`)].join('\n');
}
