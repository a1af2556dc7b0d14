import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { entriesOf } from './entries.ts';

const about = {
  chat_id: randomUUID(),
  sender_id: randomUUID(),
  system: null,
  deleted_at: null,
  created_at: new Date(),
};

test('a batch ends with the message that makes it long enough, however long that is', async () => {
  const said = ['one two', 'three four', 'five'].map((text, index) => ({ ...about, seq: index + 1, text }));
  const seqs = async (mostWords: number) => (await entriesOf(said, mostWords)).map(({ seq }) => seq);
  expect(await Promise.all([1, 3, 4, 6, 100].map(seqs))).toEqual([[1], [1], [1, 2], [1, 2], [1, 2, 3]]);
});

test('while many long messages are made searchable, the process goes on serving others', async () => {
  const text = Array.from({ length: 1500 }, (_, n) => `word${n}`).join(' ');
  const said = Array.from({ length: 500 }, (_, n) => ({ ...about, text, seq: n + 1 }));
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  const entries = await entriesOf(said, Infinity);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(10);
  expect(entries.map(({ seq }) => seq)).toEqual(said.map(({ seq }) => seq));
  expect(entries[499]?.words).toHaveLength(1501);
});
