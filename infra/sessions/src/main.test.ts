import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@koinonia/kit/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSessions } from './testing/command.ts';

let folder: string;
let empty: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koinonia-end-sessions-'));
  empty = await createTestDatabase();
});
afterAll(async () => {
  await empty.drop();
  await rm(folder, { recursive: true });
});

test.each([
  [],
  ['everybody'],
  ['--all'],
  ['--help'],
  ['@base.example'],
  ['ruth@base.example', 'ben@base.example'],
  ['--everybody', 'ruth@base.example'],
])('who is to be signed out must be said, and said plainly: %s %s', async (...args: string[]) => {
  const { code, said, complaint } = await endSessions({ DATABASE_URL: empty.url }, ...args);
  expect([code, said]).toEqual([1, '']);
  expect(complaint).toContain('npm run end-sessions -- <e-mail>');
  expect(complaint).toContain('npm run end-sessions -- --everybody');
});

test.each([
  ['there is none', () => ({ DATA_DIR: join(folder, 'nothing') }), /^\nThere is no data in .+nothing\.\n$/],
  [
    'it is not the product’s',
    () => ({ DATABASE_URL: empty.url }),
    /^\nThe product has never run on this database\.\n$/,
  ],
  [
    'it does not answer',
    () => ({ DATABASE_URL: 'postgres://koinonia:secret@127.0.0.1:1/koinonia' }),
    /^\nDATABASE_URL: the store there cannot be used \(.*ECONNREFUSED.*\)\n$/,
  ],
  [
    'it refuses us',
    () => ({ DATABASE_URL: empty.url.replace(/:[^:@]+@/, ':wrong@') }),
    /^\nDATABASE_URL: the store there cannot be used \(.*password.*\)\n$/,
  ],
  ['its address is none', () => ({ DATABASE_URL: 'mysql://localhost/base' }), /DATABASE_URL: must be a postgres:\/\//],
])('a database is needed, and the message says when %s', async (_, where, complaint) => {
  for (const who of ['--everybody', 'ruth@base.example']) {
    expect(await endSessions(where(), who)).toEqual({ code: 1, said: '', complaint: expect.stringMatching(complaint) });
  }
});
