import { expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';
import { cellOfNames, namesIn } from './name-list.ts';
import { csvRows } from './write-csv.ts';

test.each([
  "Ben;=cmd|'/C calc'!A0;x",
  'Ben; "=cmd"',
  'Ben\t+1',
  '+49 30\r\n@cmd',
  'Ben;＝cmd;;-1',
  '=HYPERLINK("https://evil.example","Ben");=1',
])('by no separator of any spreadsheet does a cell begin with a formula, and it is read as it was: %j', (name) => {
  const file = csvRows([
    ['Name', 'Role'],
    [name, 'member'],
  ]);
  const cells = file.split(/[,;\t\r\n]/);
  expect(cells.filter((cell) => /^[ "]*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
  expect(readCsv(file).rows[0]?.cells.get('name')).toBe(name);
});

test('what is no formula is written as it is', () => {
  const file = csvRows([['Kitchen; Garden', 'Ana-Lúcia, "Ana"', 'a=b']]);
  expect(file).toBe('Kitchen; Garden,"Ana-Lúcia, ""Ana""",a=b\r\n');
});

test.each([
  [['Kitchen', 'Choir'], 'Kitchen; Choir'],
  [['Food; Drinks', 'Kids | Teens', 'Choir'], '"Food; Drinks"; "Kids | Teens"; Choir'],
  [['"A" Team', '"B"', '"', '""', '";', '=1;+2'], null],
])('names of groups are found in the cell that was made of them: %j', (names, cell) => {
  const written = cellOfNames(names);
  if (cell !== null) expect(written).toBe(cell);
  expect(namesIn(written)).toEqual(names);
  expect(readCsv(csvRows([['Groups'], [written]])).rows[0]?.cells.get('groups')).toBe(written);
});

test.each([
  ['Kitchen|Choir ;  Music', ['Kitchen', 'Choir', 'Music']],
  [' ; |Kitchen;', ['Kitchen']],
  ['The "A" Team; "Kitchen', ['The "A" Team', '"Kitchen']],
  ['"A" Team | "B;C" | "D" E', ['"A" Team', 'B;C', '"D" E']],
  ['', []],
])('names of groups are found as people write them: %j', (cell, names) => expect(namesIn(cell)).toEqual(names));
