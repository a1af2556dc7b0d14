import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countPlaywright, countVitest, sumUp } from './test-counts.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koinonia-counts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function report(content: unknown): Promise<string> {
  const file = join(folder, 'report.json');
  await writeFile(file, JSON.stringify(content));
  return file;
}

const vitestReport = (changes: object = {}) =>
  report({ numPassedTests: 7, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [], ...changes });

test('tests that passed, failed and were left out are told apart', async () => {
  const testResults = [{ status: 'failed', assertionResults: [{ status: 'failed' }] }];
  const file = await vitestReport({ numFailedTests: 2, numPendingTests: 1, testResults });
  expect(countVitest(file, 1)).toEqual({ passed: 7, failed: 2, skipped: 1 });
});

test('a file of tests that could not be loaded is a failure', async () => {
  const file = await vitestReport({ testResults: [{ status: 'failed', assertionResults: [] }] });
  expect(countVitest(file, 1).failed).toBe(1);
});

test('a run that ended badly though every test passed is a failure', async () => {
  expect(countVitest(await vitestReport(), 1).failed).toBe(1);
  expect(
    countPlaywright(await report({ stats: { expected: 1, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] }), 1)
      .failed,
  ).toBe(1);
});

test('a run that left no report is a failure', () => {
  expect(countVitest(join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(countPlaywright(join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a test that passed only when tried again has failed', async () => {
  const file = await report({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 }, errors: [] });
  expect(countPlaywright(file, 1)).toEqual({ passed: 3, failed: 2, skipped: 0 });
});

test('the last line sums up, and speaks of what was left out only when something was', () => {
  expect(
    sumUp([
      { passed: 3, failed: 1, skipped: 0 },
      { passed: 2, failed: 0, skipped: 0 },
    ]),
  ).toBe('5 passed, 1 failed');
  expect(sumUp([{ passed: 3, failed: 0, skipped: 2 }])).toBe('3 passed, 0 failed, 2 skipped');
});
