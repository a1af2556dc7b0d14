import { createLog } from '@koinonia/kit/observing/log.ts';
import { headersOfProcess } from '@koinonia/kit/testing/callers.ts';
import { anyOf } from '@koinonia/kit/stores/any-of.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockWork } from '../lock-work.ts';
import { numbers } from '../testing/numbers.ts';
import { plan } from '../testing/plan.ts';
import { type Person, startWorld, textsOf, type World } from '../testing/world.ts';
import { deleteUnseen, startDeletingUnseen } from './delete-unseen.ts';
import { selectUnseen } from './queries.ts';

const log = createLog('silent', 'test');
let world: World;
beforeAll(async () => {
  world = await startWorld({ redisUrl: null });
});
afterAll(() => world.close());

const tables = ['messages', 'searchable', 'memberships', 'chat_changes', 'searchable_up_to'] as const;

/** How many rows of each table are about this chat. */
async function rowsOf(chatId: string): Promise<Record<string, number>> {
  const count = async (name: string, where: object) => {
    const { rows } = await sql<{
      count: number;
    }>`select count(*) as count from ${sql.table(name)} where ${where}`.execute(world.db);
    return [name, rows[0]?.count ?? 0] as const;
  };
  const ofMessages = sql`message_id in (select id from messages where chat_id = ${chatId})`;
  return Object.fromEntries(
    await Promise.all([
      ...tables.map((table) => count(table, sql`chat_id = ${chatId}`)),
      ...['reactions', 'message_versions'].map((table) => count(table, ofMessages)),
      count('chats', sql`id = ${chatId}`),
    ]),
  );
}

/** What the hourly job does, once all that was said in this chat has been made searchable. */
async function anHourLater(chatId: string): Promise<void> {
  await allIsSearchable(chatId);
  await deleteUnseen({ db: world.db, log, withdrawals: { go: () => {} } });
}

async function allIsSearchable(chatId: string): Promise<void> {
  const behind = world.db
    .selectFrom('chats')
    .leftJoin('searchable_up_to', 'searchable_up_to.chat_id', 'chats.id')
    .select('chats.id')
    .where('chats.id', '=', chatId)
    .where(sql<boolean>`last_seq > coalesce(seq, 0)`);
  await expect.poll(() => behind.execute()).toEqual([]);
}

const hide = (who: Person, id: string) => who.call('DELETE', `/api/chat/${id}`);
const change = (who: Person, id: string, body: object) => who.call('PATCH', `/api/chat/${id}`, body);
const react = (who: Person, chatId: string, messageId: string) =>
  who.call('POST', '/api/chat/react', { chatId, messageId, emoji: '🙏' });

describe('a direct chat', () => {
  test('that one of the two has deleted stays for the other one; when both have, nothing is left of what was said', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    const url = world.media.give(id, ruth.uid, plan);
    const { body: said } = await ruth.send(id, 'Dinner at five', { attachmentUrl: url });
    await ruth.call('PATCH', `/api/chat/${id}/messages/${said.id}`, { text: 'Dinner at six' });
    await react(ben, id, said.id);
    await ben.send(id, 'Gladly', { replyTo: 1 });
    await hide(ruth, id);
    const before = [await ben.messages(id), await ben.chats()];
    await anHourLater(id);
    expect([await ben.messages(id), await ben.chats()]).toEqual(before);
    expect(await rowsOf(id)).toMatchObject({ messages: 2, searchable: 2, reactions: 1, message_versions: 1 });

    await hide(ben, id);
    await anHourLater(id);
    expect(await rowsOf(id)).toMatchObject({ messages: 0, searchable: 0, memberships: 2, chats: 1 });
    for (const table of ['reactions', 'message_versions'] as const)
      expect(await world.db.selectFrom(table).selectAll().where('message_id', '=', said.id).execute(), table).toEqual(
        [],
      );
    await expect.poll(() => world.media.withdrawn).toContain(url);

    expect(await ben.send(id, 'Good morning')).toMatchObject({ status: 201, body: { seq: 3 } });
    for (const who of [ruth, ben]) {
      expect(await who.chats()).toMatchObject([{ id, lastMessage: 'Good morning', lastSeq: 3, readSeq: 2 }]);
      expect(textsOf((await who.messages(id)).body)).toEqual(['Good morning']);
    }
    await expect.poll(async () => (await rowsOf(id))['searchable'], { message: 'search goes on' }).toBe(1);
  });

  test('keeps a file that a later message names, too', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    const [url, other] = [world.media.give(id, ruth.uid, plan), world.media.give(id, ruth.uid, plan)];
    for (const attachmentUrl of [url, other]) await ruth.send(id, '', { attachmentUrl });
    for (const who of [ruth, ben]) await hide(who, id);
    await ruth.send(id, 'Once more', { attachmentUrl: url });
    await anHourLater(id);
    await expect.poll(() => world.media.withdrawn).toContain(other);
    expect(world.media.withdrawn).not.toContain(url);
  });

  /** One with 1050 messages, which both have deleted. */
  async function longChat(): Promise<string> {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    await sql`
      insert into messages (id, chat_id, seq, sender_id, text, created_at)
      select gen_random_uuid(), ${id}, n, ${ruth.uid}, 'Amen', now() from generate_series(1, 1050) as n`.execute(
      world.db,
    );
    await world.db
      .updateTable('chats')
      .set({ last_seq: 1050, last_message_at: new Date() })
      .where('id', '=', id)
      .execute();
    for (const who of [ruth, ben]) await hide(who, id);
    return id;
  }

  test('loses much in many steps, which are left to another node that is at it', async () => {
    const id = await longChat();
    const otherNode = await world.db.startTransaction().execute();
    await lockWork(otherNode, 'koinonia chat unseen');
    await anHourLater(id);
    expect(await rowsOf(id)).toMatchObject({ messages: 1050 });
    await otherNode.commit().execute();
    await anHourLater(id);
    expect(await rowsOf(id)).toMatchObject({ messages: 0, searchable: 0 });
  });

  test('loses the rest later when the service ends between two steps', async () => {
    const id = await longChat();
    await allIsSearchable(id);
    const deleting = startDeletingUnseen({ db: world.db, log, withdrawals: { go: () => void deleting.close() } });
    await deleting.soon();
    const { messages: left } = await rowsOf(id);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(1050);
    await anHourLater(id);
    expect(await rowsOf(id)).toMatchObject({ messages: 0, searchable: 0 });
  });

  test('keeps what nobody sees until it was made searchable, so that its words do not come back', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    await ruth.send(id, 'One');
    await anHourLater(id);
    const indexing = await world.db.startTransaction().execute();
    await expect.poll(() => lockWork(indexing, 'koinonia chat search')).toBe(true);
    await ruth.send(id, 'Two');
    for (const who of [ruth, ben]) await hide(who, id);
    await deleteUnseen({ db: world.db, log, withdrawals: { go: () => {} } });
    expect(await rowsOf(id)).toMatchObject({ messages: 1, searchable: 0 });
    expect(await world.db.selectFrom('messages').select('text').where('chat_id', '=', id).execute()).toEqual([
      { text: 'Two' },
    ]);
    await indexing.commit().execute();
    await anHourLater(id);
    expect(await rowsOf(id)).toMatchObject({ messages: 0, searchable: 0 });
  });
});

describe('a group', () => {
  test('loses what none of its members sees, and nothing that one of them does', async () => {
    const [ruth, ben, eva, joy] = world.people(4);
    const { id } = (await ruth.open([ben, eva])).body;
    for (const text of ['One', 'Two', 'Three']) await eva.send(id, text);
    await hide(ben, id);
    await eva.send(id, 'Four', { replyTo: 3 });
    await change(ruth, id, { add: [joy.uid] });
    await anHourLater(id);
    expect(textsOf((await ruth.messages(id)).body).slice(0, 4)).toEqual(['One', 'Two', 'Three', 'Four']);

    await hide(ruth, id);
    await eva.send(id, 'Six');
    await change(eva, id, { remove: [eva.uid] });
    const seen = async () => [await ben.messages(id), await joy.messages(id), await ruth.messages(id)];
    const before = await seen();
    await anHourLater(id);
    expect(await seen()).toEqual(before);
    expect(before[0]?.body.map(({ seq, replyTo }) => [seq, replyTo])).toEqual(
      [4, 5, 6, 7].map((seq) => [seq, undefined]),
    );
    expect(await rowsOf(id)).toMatchObject({ messages: 4 });

    await change(ben, id, { add: [eva.uid] });
    await anHourLater(id);
    expect(textsOf((await eva.messages(id)).body), 'who comes again begins anew').toHaveLength(1);
    await hide(ben, id);
    await anHourLater(id);
    const positions = (await joy.messages(id)).body.map(({ seq }) => seq);
    expect(positions).toEqual(numbers(8).slice(4));
  });

  test('that everybody has left goes a day later, with its picture', async () => {
    const [ruth, ben, eva] = world.people(3);
    const { id } = (await ruth.open([ben, eva])).body;
    const [first] = await internally(`/internal/chats/${id}/picture`, { uid: ruth.uid, photoURL: '/api/media/p' });
    expect(first).toBe(200);
    const { body: said } = await ruth.send(id, 'Good night');
    await react(ben, id, said.id);
    for (const who of [ruth, ben, eva]) await change(who, id, { remove: [who.uid] });
    await anHourLater(id);
    expect(await rowsOf(id)).toMatchObject({ messages: 0, searchable: 0, memberships: 3, chats: 1 });
    expect(await internally('/internal/chats/pictures', { chatIds: [id] })).toEqual([
      200,
      { photoURLs: ['/api/media/p'] },
    ]);

    const hoursPass = (hours: number, uids: readonly string[]) =>
      sql`update memberships set left_at = left_at - make_interval(hours => ${hours})
        where chat_id = ${id} and user_id = ${anyOf(uids)}`.execute(world.db);
    await hoursPass(23, [ruth.uid, ben.uid, eva.uid]);
    await hoursPass(2, [ruth.uid, ben.uid]);
    await anHourLater(id);
    expect(await rowsOf(id)).toMatchObject({ memberships: 3, chats: 1 });
    await hoursPass(2, [eva.uid]);
    await anHourLater(id);
    expect(new Set(Object.values(await rowsOf(id)))).toEqual(new Set([0]));
    expect(await internally('/internal/chats/pictures', { chatIds: [id] })).toEqual([200, { photoURLs: [] }]);
    expect(await ruth.messages(id)).toMatchObject({ status: 404 });
    expect((await ruth.open([ben, eva])).status, 'the same people begin a new one').toBe(201);
  });
});

async function internally(path: string, body: object): Promise<[number, unknown]> {
  const answer = await fetch(`${world.nodes[0]?.url}${path}`, {
    method: 'POST',
    headers: { ...(await headersOfProcess('chat')), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [answer.status, await answer.json()];
}

test('the chat with a former member goes when the other one deletes it, and is as it was until then', async () => {
  const [ruth, ben] = world.people(2);
  const { id } = (await ruth.open([ben])).body;
  await ben.send(id, 'Farewell');
  const before = [await ruth.chats(), await ruth.messages(id)];
  for (const _ of ['twice', 'is as good as once'])
    expect(await internally(`/internal/people/${ben.uid}/forget`, {})).toEqual([200, { done: true }]);
  await anHourLater(id);
  expect([await ruth.chats(), await ruth.messages(id)]).toEqual(before);

  await ruth.send(id, 'God bless you');
  await anHourLater(id);
  expect(textsOf((await ruth.messages(id)).body)).toEqual(['Farewell', 'God bless you']);
  await hide(ruth, id);
  await anHourLater(id);
  expect(await rowsOf(id)).toMatchObject({ messages: 0, searchable: 0 });
});

test('to find it reads no message but the first of each chat', async () => {
  const plans = await selectUnseen(world.db).explain<{ 'QUERY PLAN': string }>('text', sql`costs off`);
  const lines = plans.map((row) => row['QUERY PLAN']).filter((line) => line.includes(' on messages'));
  expect(lines).toEqual([expect.stringContaining('Index Only Scan using messages_pkey on messages')]);
});
