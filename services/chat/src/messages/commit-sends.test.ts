import { randomUUID } from 'node:crypto';
import { newId } from '@koinonia/kit/ids.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilWaiting } from '../testing/locks.ts';
import { startWorld, type World } from '../testing/world.ts';
import { commitSends, type Send } from './queries.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

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
  const alone = await commitSends(world.db, sends.slice(0, 1));
  const together = await commitSends(world.db, sends.slice(1));

  const first = Number(alone[0]?.seq);
  expect([...alone, ...together]).toEqual(
    sends.map((_, index) => ({
      ...alone[0],
      place: index === 0 ? 0 : index - 1,
      seq: first + index,
      created_at: expect.any(Date),
      left_lately: [lea.uid],
    })),
  );
  const stored = await world.db.selectFrom('messages').selectAll().where('chat_id', '=', id).orderBy('seq').execute();
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
  const [stored] = await commitSends(world.db, [send]);
  expect(stored).toMatchObject({ outcome: 'stored', seq: 1 });
  const chat = await world.db.selectFrom('chats').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(chat).toMatchObject({ last_seq: 1, last_message_at: stored?.created_at });
  expect(await commitSends(world.db, [{ ...send, id: newId() }])).toMatchObject([{ outcome: 'known', seq: 1 }]);
  expect(await world.db.selectFrom('messages').select('id').where('chat_id', '=', id).execute()).toEqual([
    { id: send.id },
  ]);
  expect(await commitSends(world.db, [plain(id, lea.uid)])).toEqual([]);
  expect(await commitSends(world.db, [plain(newId(), ruth.uid)])).toEqual([]);
  expect(await commitSends(world.db, [plain(id, ben.uid)])).toMatchObject([{ outcome: 'stored', seq: 2 }]);

  const group = (await ruth.open([ben, lea])).body;
  expect(await commitSends(world.db, [plain(group.id, lea.uid)])).toHaveLength(1);
  await ruth.call('PATCH', `/api/chat/${group.id}`, { remove: [lea.uid] });
  expect(await commitSends(world.db, [plain(group.id, lea.uid)])).toEqual([]);
});

test('a text alone waits for what is being stored in its chat, and comes after it', async () => {
  const [ruth, ben] = world.people(2);
  const { id } = (await ruth.open([ben])).body;
  const storing = await world.db.startTransaction().execute();
  expect(await commitSends(storing, [plain(id, ruth.uid)])).toMatchObject([{ seq: 1 }]);
  const waiting = commitSends(world.db, [plain(id, ben.uid)]);
  await untilWaiting(world.db);
  await storing.commit().execute();
  expect(await waiting).toMatchObject([{ outcome: 'stored', seq: 2 }]);
});

test('a text alone is not stored when its sender is removed while it waits', async () => {
  const [ruth, ben, lea] = world.people(3);
  const { id } = (await ruth.open([ben, lea])).body;
  const removing = await world.db.startTransaction().execute();
  await removing.selectFrom('chats').select('id').where('id', '=', id).forUpdate().execute();
  const gone = { left_at: sql<Date>`now()` };
  await removing
    .updateTable('memberships')
    .set(gone)
    .where('chat_id', '=', id)
    .where('user_id', '=', lea.uid)
    .execute();
  const waiting = commitSends(world.db, [plain(id, lea.uid)]);
  await untilWaiting(world.db);
  await removing.commit().execute();
  expect(await waiting).toEqual([]);
});

test('a text is not older than the one before it, alone or among others, although the clock was set back', async () => {
  const [ruth, ben] = world.people(2);
  const { id } = (await ruth.open([ben])).body;
  const ahead = new Date(Date.now() + 3_600_000);
  await world.db.updateTable('chats').set({ last_message_at: ahead }).where('id', '=', id).execute();
  expect(await commitSends(world.db, [plain(id, ruth.uid)])).toMatchObject([{ created_at: ahead }]);
  const together = await commitSends(world.db, [plain(id, ruth.uid), plain(id, ben.uid)]);
  expect(together).toMatchObject([{ created_at: ahead }, { created_at: ahead }]);
  const chat = await world.db.selectFrom('chats').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(chat).toMatchObject({ last_seq: 3, last_message_at: ahead });
});

test('a send that gives way to a migration in a deadlock is stored after it', async () => {
  // The sends of a new node look for a deadlock only when the migration has had time to complete it.
  const later = sql.raw("execute format('alter database %I set deadlock_timeout = ''2s''', current_database())");
  await sql`do $$ begin ${later}; end $$`.execute(world.db);
  await world.startNode();
  const [ruth, ben] = world.people(2);
  const { id } = (await ruth.open([ben])).body;
  const migrating = await world.db.startTransaction().execute();
  await sql`set local deadlock_timeout = '1min'`.execute(migrating);
  await sql`lock table messages in share mode`.execute(migrating);
  const sent = ruth.send(id, 'Peace', {}, 1);
  await untilWaiting(world.db);
  await sql`lock table chats in exclusive mode`.execute(migrating);
  await migrating.commit().execute();
  expect(await sent).toMatchObject({ status: 201, body: { text: 'Peace', seq: 1 } });
});
