import { randomUUID } from 'node:crypto';
import { maxTextLength } from '@koinonia/contracts/chat.ts';
import { type FaultyLink, startFaultyLink } from '@koinonia/kit/testing/faulty-link.ts';
import { testStores } from '@koinonia/kit/testing/stores.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { answerPing, type LiveSocket, pauseReading } from '../testing/live-socket.ts';
import { leftAnHourAgo } from '../testing/left-an-hour-ago.ts';
import { numbers } from '../testing/numbers.ts';
import { type Person, seqsOf, startWorld, textsOf, type World } from '../testing/world.ts';

let world: World;
let link: FaultyLink;
let ruth: Person;
let ben: Person;
let eva: Person;
let id: string;

async function begin(options: Parameters<typeof startWorld>[0]) {
  world = await startWorld(options);
  [ruth, ben, eva] = [world.person(), world.person(), world.person()];
  ({ id } = (await ruth.open([ben, eva])).body);
}

async function joined(person: Person, node: number): Promise<LiveSocket> {
  const socket = await person.connect(node);
  await socket.join([id]);
  return socket;
}

/** Fetches everything that is missing, as a client does: it asks for events that its sockets did not deliver. */
const caughtUp = async (person: Person) => seqsOf((await person.messages(id, '?after=0&limit=200')).body);

describe('while Redis is away', () => {
  beforeEach(async () => {
    link = await startFaultyLink(testStores().redisUrl);
    await begin({ nodes: 2, redisUrl: link.through(testStores().redisUrl) });
  });
  afterEach(async () => {
    link.mend();
    await world.close();
    await link.close();
  });

  test.each(['cut', 'freeze'] as const)(
    'sends are acknowledged and told to this node at once, to others by the head, and all is live afterwards (%s)',
    async (fault) => {
      const here = await joined(ruth, 0);
      const there = await joined(ben, 1);
      link[fault]();
      expect((await ruth.send(id, 'Redis is away', {}, 0)).status).toBe(201);
      await eventually(() => expect(textsOf(here.heard('newMessage'))).toEqual(['Redis is away']));
      await eventually(() => expect(there.heard('chatHead').at(-1)).toEqual({ id, lastSeq: 1 }));
      expect(await caughtUp(ben)).toEqual([1]);

      link.mend();
      if (fault === 'cut') {
        await eventually(() => expect(here.heard('resync')).not.toEqual([]));
        await eventually(() => expect(there.heard('resync')).not.toEqual([]));
      }
      await eventually(async () => {
        const { body } = await ruth.send(id, 'Redis is back', {}, 0);
        await eventually(() => expect(seqsOf(there.heard('newMessage'))).toContain(body.seq), { timeout: 1000 });
      });
      expect(here.socket.connected && there.socket.connected).toBe(true);
    },
  );

  test('who is removed leaves the chat on every node, and who is added comes in, be it once more', async () => {
    const [tom, mia] = world.people(2);
    await ruth.call('PATCH', `/api/chat/${id}`, { add: [mia.uid] }, 0);
    await ruth.call('PATCH', `/api/chat/${id}`, { remove: [mia.uid] }, 0);
    await leftAnHourAgo(world, mia.uid);
    const [evas, toms, mias] = [await joined(eva, 1), await tom.connect(1), await mia.connect(1)];
    link.cut();
    await ruth.call('PATCH', `/api/chat/${id}`, { remove: [eva.uid], add: [tom.uid, mia.uid] }, 0);
    await eventually(() => expect(evas.heard('chatDeleted')).toEqual([{ id }]));
    for (const come of [toms, mias]) await eventually(() => expect(come.heard('chatCreated')).toMatchObject([{ id }]));
    await ben.send(id, 'Without Eva', {}, 1);
    await eventually(() => expect(textsOf(toms.heard('newMessage'))).toEqual(['Without Eva']));
    expect(evas.heard('newMessage')).toEqual([]);
  });

  test('a session that ended takes its sockets along', async () => {
    const socket = await joined(eva, 1);
    link.cut();
    world.identity.endSession(eva.sessionId);
    await eventually(() => expect(socket.socket.connected).toBe(false));
  });

  test('a node starts and takes people in', async () => {
    link.cut();
    await world.startNode();
    const socket = await joined(ben, 2);
    await ruth.send(id, 'Hello', {}, 2);
    await eventually(() => expect(textsOf(socket.heard('newMessage'))).toEqual(['Hello']));
  });
});

test('who is removed hears nothing more from the first moment on, though the bus lost it', async () => {
  await begin({ nodes: 2 });
  const evas = await joined(eva, 1);
  const bens = await joined(ben, 1);
  await world.nodes[1]!.bus.close();
  await ruth.call('PATCH', `/api/chat/${id}`, { remove: [eva.uid] }, 0);
  for (const n of numbers(10)) await ruth.send(id, `Number ${n}`, {}, n % 2);
  const messageId = (await ruth.messages(id)).body[0]!.id;
  await ruth.call('POST', '/api/chat/react', { chatId: id, messageId, emoji: '🎉' });
  // The system line about Eva's removal, and the ten messages after it.
  await eventually(() => expect(bens.heard('newMessage')).toHaveLength(11));
  await eventually(() => expect(bens.heard('messageReaction')).toHaveLength(1));
  await eventually(() => expect(evas.heard('chatDeleted')).toEqual([{ id }]));
  await ruth.send(id, 'Number 11', {}, 0);
  await eventually(() => expect(bens.heard('newMessage')).toHaveLength(12));
  await eventually(() => expect(bens.heard('chatHead').at(-1)).toMatchObject({ id, lastSeq: 12 }));
  expect([evas.heard('newMessage'), evas.heard('messageReaction'), evas.heard('chatHead')]).toEqual([[], [], []]);
  await world.close();
});

describe('while PostgreSQL is away from one node alone', () => {
  let evas: LiveSocket;
  let bens: LiveSocket;
  beforeEach(async () => {
    link = await startFaultyLink(testStores().postgresUrl);
    await begin({});
    await world.startNode({ databaseLink: link });
    evas = await joined(eva, 1);
    bens = await joined(ben, 1);
  });
  afterEach(async () => {
    link.mend();
    await world.close();
    await link.close();
  });

  test('who is removed leaves the chat there, too', async () => {
    link.cut();
    await ruth.call('PATCH', `/api/chat/${id}`, { remove: [eva.uid] });
    await eventually(() => expect(evas.heard('chatDeleted')).toEqual([{ id }]));
    await leftAnHourAgo(world, eva.uid);
    await ruth.send(id, 'Without Eva');
    await eventually(() => expect(textsOf(bens.heard('newMessage'))).toContain('Without Eva'));
    expect(evas.heard('newMessage')).toEqual([]);
  });

  test('who is removed leaves the chat there at once, however much waits for the database', async () => {
    link.freeze();
    for (const n of numbers(15)) await ruth.call('PATCH', `/api/chat/${id}`, { name: `Outreach ${n}` });
    await ruth.call('PATCH', `/api/chat/${id}`, { remove: [eva.uid] });
    await eventually(() => expect(evas.heard('chatDeleted')).toEqual([{ id }]));
  });

  test('who is removed and added again is in when it is back', async () => {
    link.cut();
    for (const change of [{ remove: [eva.uid] }, { add: [eva.uid] }])
      expect((await ruth.call('PATCH', `/api/chat/${id}`, change)).status).toBe(200);
    await eventually(() => expect(evas.heard('chatDeleted')).toEqual([{ id }]));
    link.mend();
    await eventually(() => expect(evas.heard('chatCreated')).toMatchObject([{ id }]));
    await ruth.send(id, 'With Eva');
    await eventually(() => expect(textsOf(evas.heard('newMessage'))).toContain('With Eva'));
  });
});

describe('while PostgreSQL is away', () => {
  beforeEach(async () => {
    link = await startFaultyLink(testStores().postgresUrl);
    await begin({ redisUrl: null, databaseLink: link });
  });
  afterEach(async () => {
    link.mend();
    await world.close();
    await link.close();
  });

  test.each(['cut', 'freeze'] as const)(
    'calls are told so in time, sockets stay, nothing is half done (%s)',
    async (fault) => {
      const socket = await joined(ben, 0);
      await ruth.send(id, 'Before');
      link[fault]();
      const answers = await Promise.all([
        ...numbers(20).map((n) => ruth.send(id, 'Meanwhile', { clientId: `c${n}` })),
        ruth.call('GET', '/api/chat'),
        ruth.call('GET', `/api/chat/${id}/messages`),
      ]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      expect(answers[0]?.body).toMatchObject({ code: 'unavailable' });
      expect(await metricsOf(0)).toMatch(/^chat_sends_total\{outcome="failed",\S* 20$/m);
      // Besides the commit of the first message.
      const timedMore = /^chat_commit_duration_seconds_count\S* (?!1$)/m;
      await eventually(async () => expect(await metricsOf(0)).toMatch(timedMore));

      link.mend();
      // Repeats the same sends, as every client does: each appears once, whether or not the first try was stored.
      await eventually(async () => {
        const again = await Promise.all(numbers(20).map((n) => ruth.send(id, 'Meanwhile', { clientId: `c${n}` })));
        expect(again.every(({ status }) => status === 200 || status === 201)).toBe(true);
      });
      expect(await caughtUp(ben)).toEqual(numbers(21));
      expect(socket.socket.connected).toBe(true);
      await eventually(() => expect(new Set(seqsOf(socket.heard('newMessage')))).toEqual(new Set(numbers(21))));
    },
  );

  test('a socket that asks to join meanwhile is in when it is back', async () => {
    const socket = await ben.connect(0);
    await socket.join([]);
    link.cut();
    const answer = socket.join([id]);
    link.mend();
    expect(await answer).toEqual({ joined: [{ id, lastSeq: 0 }], refused: [] });
  });

  test('a chat that is opened meanwhile is open when it is back', async () => {
    const [ruths, bens] = [await joined(ruth, 0), await joined(ben, 0)];
    const open = (socket: LiveSocket, chatId: string | null): Promise<{ present: string[] }> =>
      socket.socket.timeout(30_000).emitWithAck('openChat', chatId);
    await eventually(async () => expect((await open(bens, id)).present).toContain(ruth.uid));
    await open(ruths, id);
    const before = bens.heard('presence').length;
    link.cut();
    const answers = [open(bens, id)];
    expect((await ruth.call('GET', '/api/chat')).status).toBe(503);
    answers.push(open(bens, id));
    expect((await ruth.call('GET', '/api/chat')).status).toBe(503);
    link.mend();
    for (const answer of answers) expect((await answer).present).toContain(ruth.uid);
    // For a page that has stopped waiting for the answer.
    const since = () => bens.heard('presence').slice(before);
    await eventually(() => expect(since().flatMap(({ came }) => came)).toContain(ruth.uid));
    ruths.socket.emit('typing');
    await eventually(() => expect(bens.heard('typing')).toEqual([{ chatId: id, userId: ruth.uid }]));
  });
});

test('a socket that takes nothing any more is cut, and the others miss nothing', async () => {
  await begin({ redisUrl: null });
  const slow = await joined(ben, 0);
  const other = await joined(eva, 0);
  slow.socket.io.reconnection(false);
  pauseReading(slow);
  const text = '\u{1F64F}'.repeat(maxTextLength);
  for (const round of numbers(30)) {
    await Promise.all(numbers(20).map(() => ruth.send(id, text)));
    // Otherwise, on a busy machine, it might be cut for its silence first.
    answerPing(slow);
    // Otherwise, on a busy machine, several rounds might wait for `other`, and it would count as slow, too.
    await eventually(() => expect(other.heard('newMessage')).toHaveLength(20 * round));
  }
  await eventually(async () =>
    expect(await metricsOf(0)).toMatch(/chat_sockets_cut_total\{reason="slow",service="chat"\} 1/),
  );
  expect(seqsOf(other.heard('newMessage'))).toEqual(numbers(600));
  expect(other.socket.connected).toBe(true);
  await world.close();
});

test('a socket that does not answer the ping is cut, which shows in the metrics', async () => {
  await begin({ redisUrl: null });
  const silent = await joined(ben, 0);
  silent.socket.io.reconnection(false);
  pauseReading(silent);
  await eventually(async () =>
    expect(await metricsOf(0)).toMatch(/chat_sockets_cut_total\{reason="silent",service="chat"\} 1/),
  );
  await eventually(async () => expect(await metricsOf(0)).toMatch(/^chat_sockets\{\S* 0$/m));
  await world.close();
});

test('a node that ends finishes its answers and sends its sockets elsewhere, so that they come back', async () => {
  await begin({ nodes: 2 });
  const sockets = await Promise.all(numbers(5).map(() => joined(ben, 1)));
  const reasons = sockets.map(({ socket }) => new Promise((resolve) => socket.once('disconnect', resolve)));
  // Over kept-alive connections, as a gateway does.
  await Promise.all(numbers(50).map(() => ruth.messages(id, '', 1)));
  const sends = numbers(50).map((n) => ruth.send(id, `Number ${n}`, { clientId: randomUUID() }, 1));
  await Promise.race(sends);
  const closed = world.nodes[1]!.app.close();
  expect(new Set((await Promise.all(sends)).map(({ status }) => status))).toEqual(new Set([201]));
  await closed;
  // After this reason the client library reconnects by itself, unlike after a disconnect by the server.
  expect(new Set(await Promise.all(reasons))).toEqual(new Set(['transport close']));
  await expect(fetch(`${world.nodes[1]!.url}/healthz`)).rejects.toThrow();
  expect(await caughtUp(ben)).toEqual(numbers(50));
  await world.close();
});

const metricsOf = async (node: number) => (await fetch(`${world.nodes[node]!.url}/metrics`)).text();
