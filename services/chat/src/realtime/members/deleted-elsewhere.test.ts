import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startWorld, textsOf } from '../../testing/world.ts';

test('a page that came before a chat was deleted elsewhere, and asked for its chats after, hears what is said next', async () => {
  const world = await startWorld({ nodes: 2 });
  const [ruth, ben] = world.people(2);
  const { id } = (await ruth.open([ben])).body;
  // Otherwise the sweep would join her to a chat that has just begun.
  await world.db
    .updateTable('memberships')
    .set({ changed_at: sql<Date>`now() - interval '1 hour'` })
    .execute();
  const laptop = await ruth.connect(1);
  // It is not hidden yet, so the server joins nothing, and no list that comes later has it.
  await laptop.join([]);
  await ruth.call('DELETE', `/api/chat/${id}`);
  await ben.send(id, 'Are you there?');
  // Live if the sweep came first, otherwise with the chat.
  const heard = () => [...laptop.heard('chatCreated').map(({ lastMessage }) => lastMessage), ...said()];
  const said = () => textsOf(laptop.heard('newMessage'));
  await eventually(() => expect(heard()).toEqual(['Are you there?']));
  await ben.send(id, 'Ruth?');
  await eventually(() => expect(said().at(-1)).toBe('Ruth?'));
  await world.close();
});
