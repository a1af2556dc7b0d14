import { createLog } from '@koinonia/kit/observing/log.ts';
import { migrate } from '@koinonia/kit/stores/database.ts';
import { createTestDatabase } from '@koinonia/kit/testing/database.ts';
import pg from 'pg';
import { expect, test } from 'vitest';
import { inPlainWords } from './in-plain-words.ts';

test.each([
  ['The disk is full.', 'initdb: error: could not write file: No space left on device'],
  [
    'no entry in /etc/passwd for the user 54321',
    'initdb failed: initdb: could not look up effective user ID 54321: user does not exist',
  ],
])('%s', (words, told) => {
  const shown = inPlainWords(new Error(told));
  expect(shown).toContain(words);
  expect(shown).not.toContain('\n');
});

test.each([
  ['53100', 'The disk is full.'],
  ['22012', 'kein Platz'],
])('what a database refused to migrations is told, with its reason: %s', async (code, words) => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const refused = () => client.query(`do $$ begin raise exception 'kein Platz' using errcode = '${code}'; end $$`);
  const failure = await migrate({
    url: database.url,
    schema: 'language',
    log: createLog('silent', 'tests'),
    migrations: { '2026-11-21-words': { up: () => refused().then(() => {}) } },
  }).catch((error: unknown) => error);
  await client.end();
  await database.drop();
  expect(inPlainWords(failure)).toContain(words);
});

test('a full disk is told whatever was being done on it', () => {
  const full = new Error('ENOSPC: no space left on device, write');
  const failure = new Error('a part did not start', { cause: new Error('its files', { cause: full }) });
  expect(inPlainWords(failure)).toBe('The disk is full. Free some space and start again.');
});
