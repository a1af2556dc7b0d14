import { randomUUID } from 'node:crypto';
import { newId } from '@koinonia/kit/ids.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { createDatabase } from '@koinonia/kit/stores/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatTables } from '../database/schema.ts';
import { startWorld, type World } from '../testing/world.ts';
import { commitSends, type Send } from './queries.ts';

let world: World;
let db: ReturnType<typeof openDatabase>;
const openDatabase = () =>
  createDatabase<ChatTables>({ url: world.databaseUrl, schema: 'chat', log: createLog('silent', 'test') });

beforeAll(async () => {
  world = await startWorld();
  db = openDatabase();
});
afterAll(async () => {
  await db.destroy();
  await world.close();
});

const plain = (chatId: string, senderId: string): Send => ({
  id: newId(),
  chatId,
  senderId,
  text: 'Amen',
  attachmentUrl: null,
  attachment: null,
  clientId: randomUUID(),
  replyToSeq: null,
  mentions: null,
});

test('a text is stored and answered alike, alone and among others', async () => {
  const [ruth, ben, lea] = world.people(3);
  const { id } = (await ruth.open([ben, lea])).body;
  expect((await ruth.call('PATCH', `/api/chat/${id}`, { remove: [lea.uid] })).status).toBe(200);
  const sends = Array.from({ length: 3 }, () => plain(id, ruth.uid));
  const alone = await commitSends(db, sends.slice(0, 1));
  const together = await commitSends(db, sends.slice(1));

  const first = Number(alone[0]?.seq);
  expect([...alone, ...together]).toEqual(
    sends.map((send, index) => ({
      ...alone[0],
      place: index === 0 ? 0 : index - 1,
      id: send.id,
      seq: first + index,
      created_at: expect.any(Date),
      left_lately: [lea.uid],
    })),
  );
  const stored = await db.selectFrom('messages').selectAll().where('chat_id', '=', id).orderBy('seq').execute();
  expect(stored.slice(-3)).toEqual(
    sends.map((send, index) => ({
      ...stored.at(-3),
      id: send.id,
      seq: first + index,
      client_id: send.clientId,
      created_at: expect.any(Date),
    })),
  );
});

test('a text alone is stored once, and only of a member', async () => {
  const [ruth, ben, lea] = world.people(3);
  const { id } = (await ruth.open([ben])).body;
  const send = plain(id, ruth.uid);
  const [stored] = await commitSends(db, [send]);
  expect(stored).toMatchObject({ outcome: 'stored', id: send.id, seq: 1 });
  const chat = await db.selectFrom('chats').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(chat).toMatchObject({ last_seq: 1, last_message_at: stored?.created_at });
  expect(await commitSends(db, [{ ...send, id: newId() }])).toMatchObject([{ outcome: 'known', id: send.id, seq: 1 }]);
  expect(await commitSends(db, [plain(id, lea.uid)])).toEqual([]);
  expect(await commitSends(db, [plain(newId(), ruth.uid)])).toEqual([]);
  expect(await commitSends(db, [plain(id, ben.uid)])).toMatchObject([{ outcome: 'stored', seq: 2 }]);

  const group = (await ruth.open([ben, lea])).body;
  expect(await commitSends(db, [plain(group.id, lea.uid)])).toHaveLength(1);
  await ruth.call('PATCH', `/api/chat/${group.id}`, { remove: [lea.uid] });
  expect(await commitSends(db, [plain(group.id, lea.uid)])).toEqual([]);
});
