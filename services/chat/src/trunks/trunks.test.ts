import { once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { maxTextLength, type Message } from '@koinonia/contracts/chat.ts';
import { callerHeader } from '@koinonia/kit/calls/caller-statement.ts';
import { headersOf, headersOfAnyone, headersOfProcess } from '@koinonia/kit/testing/callers.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { frameLine } from '@koinonia/kit/trunk/frame-line.ts';
import {
  callFrame,
  leavingFrame,
  readTrunkFrame,
  type TrunkFrame,
  trunkPath,
  trunkPlaceHeader,
  trunkProtocol,
} from '@koinonia/kit/trunk/trunk-frames.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => void (world = await startWorld({ nodes: 1 })));
afterAll(() => world.close());

/** A gateway's end of a trunk to the first node. */
async function dial(headers: Record<string, string>, { node = 0, id = `${Math.random()}`.slice(2) } = {}) {
  const asked = request(world.nodes[node]!.url + trunkPath, {
    agent: false,
    headers: { connection: 'Upgrade', upgrade: trunkProtocol, [trunkPlaceHeader]: id, ...headers },
  });
  asked.end();
  const [answer, socket, early] = (await Promise.race([once(asked, 'upgrade'), once(asked, 'response')])) as [
    { statusCode: number },
    Socket | undefined,
    Buffer,
  ];
  if (!socket) return { status: answer.statusCode };
  const frames: TrunkFrame[] = [];
  let ended = false;
  const line = frameLine(socket, early, {
    onFrame(bytes) {
      const frame = readTrunkFrame(Buffer.from(bytes));
      frames.push(frame);
      if (frame.kind === 'leaving') line.send(...leavingFrame());
    },
    onClosed: () => (ended = true),
  });
  return { status: answer.statusCode, id, line, frames, ended: () => ended };
}

async function openTrunk(node = 0) {
  const trunk = await dial(await headersOfProcess('chat'), { node });
  if (!trunk.line) throw new Error('the trunk was refused');
  let calls = 0;
  return {
    ...trunk,
    async call(statement: string, body: string) {
      const number = (calls += 1);
      trunk.line.send(...callFrame(number, { statement, requestId: `call ${number}` }, Buffer.from(body)));
      const found = () => trunk.frames.find((frame) => frame.kind === 'answer' && frame.number === number);
      await eventually(() => expect(found()).toBeDefined());
      const frame = found() as Extract<TrunkFrame, { kind: 'answer' }>;
      return { status: frame.answer.status, body: JSON.parse(frame.answer.body.toString()) };
    },
    /** For each answer, whether the node did not accept the call's statement. */
    statementsRefused: () =>
      trunk.frames.filter((frame) => frame.kind === 'answer').map(({ answer }) => answer.statementRefused ?? false),
  };
}

const statementOf = async (person: Person) => (await headersOf(person.uid, 'chat', person.sessionId))[callerHeader];

async function byHttp(statement: string, body: string) {
  const answer = await fetch(`${world.nodes[0]!.url}/api/chat/send`, {
    method: 'POST',
    headers: { [callerHeader]: statement, 'content-type': 'application/json' },
    body,
  });
  return { status: answer.status, body: await answer.json() };
}

test('a send by a trunk is stored, told to everyone and answered as one by HTTP', async () => {
  const [ruth, ben] = world.people(2);
  const { id: chatId } = (await ruth.open([ben])).body;
  const bens = await ben.connect();
  await bens.join([chatId]);
  const trunk = await openTrunk();
  const first = await trunk.call(await statementOf(ruth), JSON.stringify({ chatId, text: 'Peace', clientId: 'one' }));
  expect(first).toMatchObject({ status: 201, body: { seq: 1, text: 'Peace', senderId: ruth.uid, clientId: 'one' } });
  await eventually(() => expect(bens.heard('newMessage')).toMatchObject([{ seq: 1, text: 'Peace' }]));
  const second = (await ruth.send(chatId, 'And joy')).body;
  expect(Object.keys(first.body)).toEqual(Object.keys(second));
  expect((await ben.messages(chatId)).body.map(({ text }: Message) => text)).toEqual(['Peace', 'And joy']);
  expect(
    (await trunk.call(await statementOf(ruth), JSON.stringify({ chatId, text: 'Peace', clientId: 'one' }))).status,
  ).toBe(200);
});

describe('is answered as by HTTP:', () => {
  test.each<[string, (chatId: string) => string]>([
    ['what is no JSON', () => '{"chatId":'],
    ['nothing', () => ''],
    ['JSON that is no object', () => '[1, 2]'],
    ['a prototype that would be set', (chatId) => `{"chatId":"${chatId}","text":"x","__proto__":{"admin":true}}`],
    ['an empty text', (chatId) => JSON.stringify({ chatId, text: ' ' })],
    ['a text that is too long', (chatId) => JSON.stringify({ chatId, text: 'x'.repeat(maxTextLength + 1) })],
    ['a text that is a number', (chatId) => JSON.stringify({ chatId, text: 7 })],
    ['no chat', () => JSON.stringify({ text: 'x' })],
    ['a chat that is not there', () => JSON.stringify({ chatId: 'nowhere', text: 'x' })],
    ['a clientId that meant something else', (chatId) => JSON.stringify({ chatId, text: 'other', clientId: 'taken' })],
    ['a reply to nothing', (chatId) => JSON.stringify({ chatId, text: 'x', replyTo: 99 })],
    ['an attachment of nobody', (chatId) => JSON.stringify({ chatId, text: 'x', attachmentUrl: '/api/media/x' })],
  ])('%s', async (_name, bodyFor) => {
    const [ruth, ben] = world.people(2);
    const { id: chatId } = (await ruth.open([ben])).body;
    await ruth.send(chatId, 'first', { clientId: 'taken' });
    const statement = await statementOf(ruth);
    const trunk = await openTrunk();
    const answer = await trunk.call(statement, bodyFor(chatId));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer).toEqual(await byHttp(statement, bodyFor(chatId)));
  });

  test('somebody who is not in the chat, a public call, one of our own processes, and no statement at all', async () => {
    const [ruth, ben, tom] = world.people(3);
    const { id: chatId } = (await ruth.open([ben])).body;
    const body = JSON.stringify({ chatId, text: 'x' });
    const trunk = await openTrunk();
    const statements = [
      await statementOf(tom),
      (await headersOfAnyone('chat'))[callerHeader],
      (await headersOfProcess('chat'))[callerHeader],
      (await headersOf(ruth.uid, 'media'))[callerHeader],
      'nobody',
    ];
    for (const statement of statements) {
      const answer = await trunk.call(statement, body);
      expect(answer).toEqual(await byHttp(statement, body));
      expect([401, 403, 404]).toContain(answer.status);
    }
    // Only the last two are no statements for this service: no refusal of the person, and no reason to sign in again.
    expect(trunk.statementsRefused()).toEqual([false, false, false, true, true]);
  });
});

test('a trunk is for our own processes alone', async () => {
  const [ruth] = world.people(1);
  expect((await dial({})).status).toBe(403);
  expect((await dial(await headersOf(ruth.uid, 'chat'))).status).toBe(403);
  expect((await dial(await headersOfProcess('media'))).status).toBe(403);
  expect((await dial({ ...(await headersOfProcess('chat')), upgrade: 'koinonia-trunk-0' })).status).toBe(403);
  const first = await openTrunk();
  expect((await dial(await headersOfProcess('chat'), { id: first.id })).status).toBe(403);
});

test('a node that ends answers what it was asked, says that it is leaving, and ends its trunks', async () => {
  await world.startNode();
  const node = world.nodes.length - 1;
  const [ruth, ben] = world.people(2);
  const { id: chatId } = (await ruth.open([ben])).body;
  const trunk = await openTrunk(node);
  const statement = await statementOf(ruth);
  const answers = Array.from({ length: 20 }, (_, number) =>
    trunk.call(statement, JSON.stringify({ chatId, text: `${number}` })),
  );
  await Promise.race(answers);
  const closed = world.nodes[node]!.app.close();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(20).fill(201));
  await closed;
  expect(trunk.frames).toContainEqual({ kind: 'leaving' });
  await eventually(() => expect(trunk.ended()).toBe(true));
  world.nodes.splice(node, 1);
});
