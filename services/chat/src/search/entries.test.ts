import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { entriesOf } from './entries.ts';

test('while many long messages are made searchable, the process goes on serving others', async () => {
  const text = Array.from({ length: 1500 }, (_, n) => `word${n}`).join(' ');
  const about = { chat_id: randomUUID(), sender_id: randomUUID(), text, system: null, deleted_at: null };
  const said = Array.from({ length: 500 }, (_, n) => ({ ...about, seq: n + 1, created_at: new Date() }));
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  const entries = await entriesOf(said);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(10);
  expect(entries.map(({ seq }) => seq)).toEqual(said.map(({ seq }) => seq));
  expect(entries[499]?.words).toHaveLength(1501);
});
