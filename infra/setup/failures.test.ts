import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { playwrightFailures, vitestFailures } from './failures.mjs';
import { root } from './paths.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koinonia-failures-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function report(content: unknown): Promise<string> {
  const file = join(folder, 'report.json');
  await writeFile(file, JSON.stringify(content));
  return file;
}

const vitestFile = (assertionResults: object[], rest: object = {}) => ({
  name: join(root, 'services/chat/src/sends.test.ts'),
  status: 'failed',
  assertionResults,
  message: '',
  ...rest,
});
const place = 'services/chat/src/sends.test.ts';

test('a failed test is named by its file, its place there and the beginning of its message', async () => {
  const lines = Array.from({ length: 30 }, (_, line) => `\u001B[31mline ${line}\u001B[39m`);
  const long = ['', '  at run (/home/ruth/node_modules/vitest/run.js:7:1)', ...lines].join('\n');
  const file = await report({
    testResults: [
      vitestFile([
        { status: 'passed', ancestorTitles: [], title: 'is well', failureMessages: [] },
        { status: 'failed', ancestorTitles: ['a send'], title: 'is kept', failureMessages: [long] },
      ]),
    ],
  });
  const [failure, ...others] = vitestFailures(file);
  expect(others).toEqual([]);
  expect(failure).toMatch(/^services\/chat\/src\/sends\.test\.ts › a send › is kept\n {2}line 0\n {2}line 1\n/);
  expect(failure?.split('\n')).toHaveLength(9);
});

test('a file of tests that could not be loaded is named with the reason', async () => {
  const file = await report({ testResults: [vitestFile([], { message: 'Cannot find module' })] });
  expect(vitestFailures(file)).toEqual([`${place}\n  Cannot find module`]);
});

test('a test of the browser is named the same way, also when only its second try passed', async () => {
  const spec = (status: string, title: string) => ({
    title,
    file: 'printing.spec.ts',
    line: 7,
    tests: [{ status, results: [{ errors: status === 'expected' ? [] : [{ message: 'Expected: 0' }] }] }],
  });
  const suites = [
    {
      title: 'printing.spec.ts',
      specs: [spec('expected', 'is well'), spec('unexpected', 'is printed')],
      suites: [{ title: 'in colour', specs: [spec('flaky', 'is printed')] }],
    },
  ];
  expect(playwrightFailures(await report({ suites, errors: [{ message: 'No browser' }] }))).toEqual([
    'Chromium\n  No browser',
    'tests/e2e/printing.spec.ts:7 › is printed\n  Expected: 0',
    'tests/e2e/printing.spec.ts:7 › in colour › is printed\n  Expected: 0',
  ]);
});

test('a run that left no report names nothing', () => {
  expect(vitestFailures(join(folder, 'none.json'))).toEqual([]);
  expect(playwrightFailures(join(folder, 'none.json'))).toEqual([]);
});
