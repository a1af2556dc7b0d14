import { expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';
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
