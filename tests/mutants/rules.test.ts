import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { mutants } from './rules.ts';

const textOf = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

test('every rule still stands where `npm run mutants` breaks it; whoever moves one moves its edit along', async () => {
  const texts = await Promise.all(mutants.map(({ file }) => textOf(file)));
  const moved = mutants.filter(({ from }, index) => texts[index]?.split(from).length !== 2);
  expect(moved.map(({ rule, file }) => `${rule} (${file})`)).toEqual([]);
});

test('every test that is to fail still has the name by which it is run', async () => {
  const texts = await Promise.all(mutants.map(({ caughtIn }) => textOf(caughtIn)));
  const gone = mutants.filter(({ caughtBy }, index) => !hasTest(texts[index] ?? '', caughtBy));
  expect(gone.map(({ caughtBy, caughtIn }) => `${caughtBy} (${caughtIn})`)).toEqual([]);
});

test('a rule in a function of the database is broken in the last migration that defines it', async () => {
  const inMigrations = mutants.filter(({ file }) => file.includes('/migrations/'));
  expect(inMigrations.length).toBeGreaterThan(0);
  for (const { rule, file, from } of inMigrations) {
    const [own] = (await textOf(file)).split(from);
    const name = own?.match(/function \w+(?=\()/g)?.at(-1) ?? '';
    expect(name, `${rule}: in a function`).not.toBe('');
    const folder = dirname(file);
    const later = (await readdir(new URL(`../../${folder}`, import.meta.url))).filter(
      (other) => /^\d/.test(other) && other > basename(file),
    );
    const texts = await Promise.all(later.map((other) => textOf(join(folder, other))));
    expect(
      later.filter((_, at) => texts[at]?.includes(`${name}(`)),
      `${rule}: ${name}`,
    ).toEqual([]);
  }
});

test('the README of the tests lists the same rules, and the same tests', async () => {
  const heading = '| rule | how it is broken | the test that fails |\n|---|---|---|\n';
  const [table = ''] = ((await textOf('tests/README.md')).split(heading)[1] ?? '').split('\n\n');
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.slice(2, -2).split(' | '));
  expect(rows).toEqual(mutants.map(({ rule, broken, caughtBy }) => [rule, broken, expect.stringContaining(caughtBy)]));
});

/** Whether a test is called so, or all those of a `test.each` whose name has this form. */
function hasTest(text: string, name: string): boolean {
  const forms = [...text.matchAll(/'([^'\n]*)%s([^'\n]*)'/g)];
  return (
    text.includes(name) || forms.some(([, begin, end]) => name.startsWith(begin ?? '') && name.endsWith(end ?? ''))
  );
}
