import { startFaultyLink } from '@koinonia/kit/testing/faulty-link.ts';
import { testStores } from '@koinonia/kit/testing/stores.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { startWorld, textsOf } from '../../testing/world.ts';
import { createNewcomers } from './newcomers.ts';

afterEach(() => void vi.useRealTimers());

test('who comes to a chat while Redis hangs hears nothing of what was said and changed before', async () => {
  const { redisUrl } = testStores();
  const redis = await startFaultyLink(redisUrl);
  const world = await startWorld();
  // Only for this node, which goes on listening for 10 s: the sender's node would give up after 3 s what it has not sent.
  await world.startNode({ redisLink: redis });
  const [ruth, ben, carl, eva] = world.people(4);
  const [tom] = world.people(1);
  const { id } = (await ruth.open([ben, carl])).body;
  const asked = (await ruth.send(id, 'Who drives to the harbour?', {}, 0)).body;
  const bens = await ben.connect(1);
  await bens.join([id]);
  const evas = await eva.connect(1);
  await evas.join([]);
  const messageOf = (message: { id: string }) => `/api/chat/${id}/messages/${message.id}`;
  await expect
    .poll(async () => (await ruth.send(id, 'Hello', {}, 0), bens.heard('newMessage').length))
    .toBeGreaterThan(0);

  redis.freeze();
  const said = (await ruth.send(id, 'Not for those who come later', {}, 0)).body;
  await ruth.call('PATCH', messageOf(asked), { text: 'Who drives to the airport?' });
  await ruth.call('POST', '/api/chat/react', { chatId: id, messageId: said.id, emoji: '🙏' });
  // Eva is connected already, so the sweep brings her in; Tom connects afterwards and asks.
  expect((await ruth.call('PATCH', `/api/chat/${id}`, { add: [eva.uid, tom.uid] })).status).toBe(200);
  const toms = await tom.connect(1);
  await toms.join([id]);
  await expect.poll(() => evas.heard('chatCreated').length).toBe(1);
  redis.mend();
  await expect.poll(() => textsOf(bens.heard('newMessage'))).toContain('Not for those who come later');
  await expect.poll(() => bens.heard('messageChanged').length + bens.heard('messageReaction').length).toBe(2);
  await ruth.send(id, 'Welcome', {}, 0);

  for (const newcomer of [evas, toms]) {
    await expect.poll(() => textsOf(newcomer.heard('newMessage'))).toContain('Welcome');
    expect(textsOf(newcomer.heard('newMessage'))).not.toContain('Not for those who come later');
    expect([...newcomer.heard('messageChanged'), ...newcomer.heard('messageReaction')]).toEqual([]);
  }
  await world.close();
  await redis.close();
});

test('who is removed while Redis hangs does not hear afterwards of a reply to something that they never saw', async () => {
  const redis = await startFaultyLink(testStores().redisUrl);
  const world = await startWorld();
  await world.startNode({ redisLink: redis });
  const [ruth, ben, carl, tom] = world.people(4);
  const { id } = (await ruth.open([ben, carl])).body;
  const direct = (await ruth.open([tom])).body;
  await ruth.send(id, 'Before Tom came');
  await ruth.call('PATCH', `/api/chat/${id}`, { add: [tom.uid] });
  const [bens, toms] = [await ben.connect(1), await tom.connect(1)];
  await bens.join([id]);
  await toms.join([id, direct.id]);
  await ruth.send(id, 'Of that', { replyTo: 1 });
  await expect.poll(() => textsOf(toms.heard('newMessage'))).toEqual(['Of that']);

  redis.freeze();
  await ruth.send(id, 'And of that', { replyTo: 1 });
  await ruth.call('PATCH', `/api/chat/${id}`, { remove: [tom.uid] });
  await expect.poll(() => toms.heard('chatDeleted')).toEqual([{ id }]);
  redis.mend();
  await expect.poll(() => textsOf(bens.heard('newMessage'))).toContain('And of that');
  await ruth.send(direct.id, 'To Tom');
  await expect.poll(() => textsOf(toms.heard('newMessage')).at(-1)).toBe('To Tom');
  expect(textsOf(toms.heard('newMessage'))).toEqual(['Of that', 'To Tom']);
  await world.close();
  await redis.close();
});

test('who comes to a chat again and again is remembered by one timer, for five minutes after the last time', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const newcomers = createNewcomers();
  for (let count = 0; count < 1000; count += 1) newcomers.add('a room', 'eva', 4);
  newcomers.add('a room', 'tom', 4);
  newcomers.add('another room', 'eva', 4);
  expect(vi.getTimerCount()).toBe(3);
  vi.advanceTimersByTime(200_000);
  newcomers.add('a room', 'eva', 4);
  vi.advanceTimersByTime(200_000);
  expect([newcomers.blindTo('a room', 4), newcomers.blindTo('another room', 4)]).toEqual([['eva'], []]);
  vi.advanceTimersByTime(100_000);
  expect([newcomers.blindTo('a room', 4), vi.getTimerCount()]).toEqual([[], 0]);
});
