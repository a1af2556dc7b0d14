import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { insertChat } from '../chats/queries.ts';
import { up } from '../database/migrations/2026-12-01-apostrophes.ts';
import { createChatDatabase, openDatabase } from '../testing/database.ts';
import { insertSearchable } from './queries.ts';
import { indexOf } from './words.ts';

test('what an older version made searchable with apostrophes is searchable however they are typed', async () => {
  const { url, db, close } = await createChatDatabase();
  const sender_id = randomUUID();
  const said = [
    { text: 'Hawaiʻi, O’BRIEN', older: ['hawaiʻi', 'o', 'brien'] },
    { text: "L'église’s “ʻAna”", older: ['l', 'eglise', 's', 'ʻana'] },
    { text: "'Go', Łódź's 'x' 祈'祷 👍'ok", older: ['go', 'lodz', 's', 'x', '祈', '祷', 'ok'] },
    { text: 'No apostrophe', older: ['as', 'stored'] },
  ];
  const chat_id = randomUUID();
  await insertChat(db, { id: chat_id, is_group: true, name: null, direct_key: null }, [sender_id]);
  const rows = said.map(({ text }, index) => ({ id: randomUUID(), chat_id, seq: index + 1, sender_id, text }));
  await db
    .insertInto('messages')
    .values([
      ...rows.map((row) => ({ ...row, created_at: new Date() })),
      { id: randomUUID(), chat_id, seq: 5, sender_id, text: "Ruth's line", system: '{}', created_at: new Date() },
    ])
    .execute();
  await insertSearchable(db, [
    ...said.map(({ older }, index) => ({ chat_id, seq: index + 1, words: [`by ${sender_id}`, ...older] })),
    { chat_id, seq: 5, words: [] },
  ]);

  const untyped = openDatabase<unknown>(url);
  await up(untyped);
  await untyped.destroy();

  const found = await db.selectFrom('searchable').select('words').orderBy('seq').execute();
  const words = found.map((row) => [...row.words.matchAll(/'((?:[^']|'')*)'/g)].map(([, word]) => word).toSorted());
  const now = said.slice(0, 3).map(({ text }) => indexOf({ senderId: sender_id, text }).toSorted());
  expect(words).toEqual([...now, ['as', `by ${sender_id}`, 'stored'], []]);
  await close();
});
