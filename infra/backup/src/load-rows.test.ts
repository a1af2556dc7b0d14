import { Readable } from 'node:stream';
import { createTestDatabase } from '@koinonia/kit/testing/database.ts';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { loadRows } from './load-rows.ts';

test('however many pieces a table has, all are loaded, and nothing of them stays behind', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  await client.query('create table words (word text)');
  const words = { schema: 'public', name: 'words', columns: ['word'] };
  const about = { tables: [words], sequences: [] };
  const rows = await loadRows(client, about, about);
  const row = `${'x'.repeat(200_000)}\n`;
  for (let piece = 0; piece < 12; piece += 1) await rows.add('public.words', Readable.from([Buffer.from(row)]));
  expect(await rows.end()).toEqual({ 'public.words': 12 });
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
