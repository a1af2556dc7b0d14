import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { insertChat } from '../chats/queries.ts';
import { up } from '../database/migrations/2026-11-28-usual-letters.ts';
import { createChatDatabase, openDatabase } from '../testing/database.ts';
import { insertSearchable } from './queries.ts';
import { indexOf } from './words.ts';

test('what an older version made searchable as it was written is searchable in usual letters', async () => {
  const { url, db, close } = await createChatDatabase();
  const text = 'Łukasz Sørensen aus ŁÓDŹ, Straße 24b, Þór s œuvre, المدرسة إلى, Παῦλος, 祈祷会';
  const written = [
    'łukasz',
    'sørensen',
    'aus',
    'łodz',
    'straße',
    '24b',
    'þor',
    's',
    'œuvre',
    'المدرسة',
    'الى',
    'παυλος',
  ];
  const given = [...written, '祈', '祷', '会', '祈祷', '祷会'];
  const [chat_id, ascii] = [randomUUID(), ['by ruth', 'plain', 'words']];
  await insertChat(db, { id: chat_id, is_group: true, name: null, direct_key: null }, [randomUUID()]);
  await insertSearchable(db, [
    { chat_id, seq: 1, words: ['by łukasz', ...given] },
    { chat_id, seq: 2, words: ascii },
  ]);

  const untyped = openDatabase<unknown>(url);
  await up(untyped);
  await untyped.destroy();

  const rows = await db.selectFrom('searchable').select('words').orderBy('seq').execute();
  const words = rows.map((row) => [...row.words.matchAll(/'((?:[^']|'')*)'/g)].map(([, word]) => word));
  expect(words.map((of) => of.toSorted())).toEqual([indexOf({ senderId: 'łukasz', text }).toSorted(), ascii]);
  await close();
});
