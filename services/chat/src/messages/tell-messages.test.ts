import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftAnHourAgo } from '../testing/left-an-hour-ago.ts';
import { startWorld, textsOf, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ redisUrl: null });
});
afterAll(() => world.close());

test.each([
  ['a moment ago', async () => {}],
  ['an hour ago', leftAnHourAgo],
])('who left %s is not told of a reply, not even without the message that they never saw', async (_, leftThen) => {
  const [ruth, ben, eva, tom] = world.people(4);
  const { id } = (await ruth.open([ben, eva])).body;
  await ruth.send(id, 'Before Tom came');
  await ruth.call('PATCH', `/api/chat/${id}`, { add: [tom.uid] });
  await ruth.call('PATCH', `/api/chat/${id}`, { remove: [tom.uid] });
  await leftThen(world, tom.uid);
  const [bens, toms] = [await ben.connect(), await tom.connect()];
  await bens.join([id]);
  const reply = (await ruth.send(id, 'About that', { replyTo: 1 })).body;
  await eventually(() => expect(textsOf(bens.heard('newMessage'))).toEqual(['About that']));
  await ruth.call('PATCH', `/api/chat/${id}/messages/${reply.id}`, { text: 'Of that' });
  await eventually(() => expect(textsOf(bens.heard('messageChanged'))).toEqual(['Of that']));
  const other = (await ruth.open([tom])).body;
  await toms.join([other.id]);
  await ruth.send(other.id, 'To Tom');
  await eventually(() => expect(textsOf(toms.heard('newMessage'))).toContain('To Tom'));
  expect(textsOf([...toms.heard('newMessage'), ...toms.heard('messageChanged')])).toEqual(['To Tom']);
});
