import { formerMember } from '@koinonia/contracts/identity.ts';
import { headersOfProcess } from '@koinonia/kit/testing/callers.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startWorld, textsOf, type World } from '../testing/world.ts';
import { selectLinesAbout } from './queries.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ redisUrl: null });
});
afterAll(() => world.close());

function named(person: Person, displayName: string): Person {
  const nothing = { email: '', phone: '', photoURL: '', groups: [] };
  world.identity.change({ uid: person.uid, displayName, role: 'member', theme: 'auto', ...nothing });
  return person;
}

const change = (who: Person, id: string, body: object) => who.call('PATCH', `/api/chat/${id}`, body);

/** A group with lines about Ben, who is out of it again; and Ruth and Eva, who remain in it. */
async function groupWithLinesAboutBen() {
  const [first, second, third, fourth] = world.people(4);
  const ruth = named(first, 'Ruth Adeyemi');
  const ben = named(second, 'Ben Boyd');
  const eva = named(third, 'Eva Lind');
  const tom = named(fourth, 'Tom Okafor');
  const { id } = (await ruth.open([ben, eva])).body;
  await change(ben, id, { name: 'Prayer walk' });
  await ruth.send(id, 'Ben Boyd brings the bread');
  await eva.send(id, 'Fine', { replyTo: 1 });
  await change(ruth, id, { add: [tom.uid], remove: [ben.uid] });
  return { ruth, ben, eva, tom, id };
}

/** What identity and chat do when an admin deletes somebody's data. */
async function forget(person: Person) {
  named(person, formerMember);
  const answer = await fetch(`${world.nodes[0]?.url}/internal/people/${person.uid}/forget`, {
    method: 'POST',
    headers: { ...(await headersOfProcess('chat')), 'content-type': 'application/json' },
    body: '{}',
  });
  return { status: answer.status, body: await answer.json() };
}

test('the lines of a chat they had left say no longer what a former member was called', async () => {
  const { ruth, ben, eva, tom, id } = await groupWithLinesAboutBen();
  const [socket, late] = await Promise.all([eva.connect(), tom.connect()]);
  await Promise.all([socket.join([id]), late.join([id])]);
  expect((await eva.chats())[0]).toMatchObject({ lastMessage: 'Ruth Adeyemi removed Ben Boyd' });

  expect(await forget(ben)).toEqual({ status: 200, body: { done: true } });
  const messages = (await ruth.messages(id)).body;
  expect(messages).toMatchObject([
    { text: 'Former member named the chat “Prayer walk”', senderId: ben.uid, changeSeq: 1 },
    { text: 'Ben Boyd brings the bread' },
    { text: 'Fine', replyTo: { text: 'Former member named the chat “Prayer walk”' }, changeSeq: 2 },
    { text: 'Ruth Adeyemi added Tom Okafor' },
    { text: 'Ruth Adeyemi removed Former member', system: { kind: 'removed', people: [ben.uid] }, changeSeq: 3 },
  ]);
  expect((await eva.chats())[0]).toMatchObject({ lastMessage: 'Ruth Adeyemi removed Former member', changeSeq: 3 });
  expect((await eva.messages(id, '?changedAfter=0')).body).toHaveLength(3);
  await expect
    .poll(() => textsOf(socket.heard('messageChanged')))
    .toEqual([1, 3, 5].map((seq) => messages[seq - 1]?.text));
  await expect
    .poll(() => textsOf(late.heard('messageChanged')), { message: 'whoever came later' })
    .toEqual(['Ruth Adeyemi removed Former member']);

  expect(await forget(ben)).toEqual({ status: 200, body: { done: true } });
  expect((await ruth.messages(id)).body, 'a second call changes nothing').toEqual(messages);
  await forget(ruth);
  expect(textsOf((await eva.messages(id)).body)).toEqual([
    'Former member named the chat “Prayer walk”',
    'Ben Boyd brings the bread',
    'Fine',
    'Former member added Tom Okafor',
    'Former member removed Former member',
    'Former member left',
  ]);
});

test('without identity, which says how the others are called now, it is not done', async () => {
  const { ruth, ben, id } = await groupWithLinesAboutBen();
  const before = (await ruth.messages(id)).body;
  world.identity.beAway(true);
  expect(await forget(ben)).toMatchObject({ status: 503 });
  world.identity.beAway(false);
  expect((await ruth.messages(id)).body).toEqual(before);
  expect(await forget(ben)).toMatchObject({ body: { done: true } });
  expect((await ruth.chats())[0]).toMatchObject({ lastMessage: 'Ruth Adeyemi removed Former member' });
});

test('the lines are found by their own small index, one after another', async () => {
  const { ben } = await groupWithLinesAboutBen();
  await sql`
    insert into messages (id, chat_id, seq, sender_id, text, created_at)
    select gen_random_uuid(), chats.id, 1000 + n, gen_random_uuid(), 'Amen', now()
    from chats, generate_series(1, 5000) as n`.execute(world.db);
  await sql`analyze messages`.execute(world.db);
  const [first] = await selectLinesAbout(world.db, ben.uid, { limit: 1 }).execute();
  const rest = selectLinesAbout(world.db, ben.uid, { after: first, limit: 200 });
  expect((await rest.execute()).map(({ text }) => text)).toEqual(['Ruth Adeyemi removed Ben Boyd']);
  const plan = JSON.stringify(await rest.explain('text'));
  expect(plan).toContain('messages_quiet');
});
