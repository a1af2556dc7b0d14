import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { mutants } from './rules.ts';

const textOf = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

test('every rule still stands where `npm run mutants` breaks it; who moves one moves its edit along', async () => {
  const texts = await Promise.all(mutants.map(({ file }) => textOf(file)));
  const moved = mutants.filter(({ from }, index) => texts[index]?.split(from).length !== 2);
  expect(moved.map(({ rule, file }) => `${rule} (${file})`)).toEqual([]);
});

test('the README of the tests lists the same rules', async () => {
  const rows = (await textOf('tests/README.md')).split('\n').filter((line) => line.startsWith('| '));
  const isListed = ({ rule, broken }: (typeof mutants)[number]) =>
    rows.some((row) => row.startsWith(`| ${rule} | ${broken} | `));
  expect(mutants.filter((mutant) => !isListed(mutant)).map(({ rule }) => rule)).toEqual([]);
});
