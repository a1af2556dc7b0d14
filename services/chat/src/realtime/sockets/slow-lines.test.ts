import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { type FaultyLink, startFaultyLink } from '@koinonia/kit/testing/faulty-link.ts';
import { testStores } from '@koinonia/kit/testing/stores.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWorld, type World } from '../../testing/world.ts';

let link: FaultyLink;
let world: World;
beforeEach(async () => {
  link = await startFaultyLink(testStores().postgresUrl);
  // A sweep between a commit and its report would tell the change before its line.
  world = await startWorld({ redisUrl: null, databaseLink: link, sweepEvery: 600_000 });
});
afterEach(async () => {
  link.mend();
  await world.close();
  await link.close();
});

/** Does this while the system line of a committed change waits to be told. */
async function whileALineWaits(change: () => Promise<unknown>, act: () => Promise<unknown>) {
  const changed = await world.db.transaction().execute(async (trx) => {
    // A line is told with its reactions, so it waits for this lock.
    await sql`lock table reactions`.execute(trx);
    const answer = change();
    const waiting = sql`select from pg_locks where relation = 'chat.reactions'::regclass and not granted`;
    await eventually(async () => expect((await waiting.execute(trx)).rows).toHaveLength(1));
    await act();
    return { answer };
  });
  await changed.answer;
}

test('who is removed leaves the chat in time, even if the database goes away before the line is told', async () => {
  const [ruth, ben, eva] = world.people(3);
  const { id } = (await ruth.open([ben, eva])).body;
  const [bens, evas] = [await ben.connect(), await eva.connect()];
  await Promise.all([bens.join([id]), evas.join([id])]);
  const remove = () => ruth.call('PATCH', `/api/chat/${id}`, { remove: [eva.uid] });
  await whileALineWaits(remove, async () => {
    link.freeze();
    await eventually(() => expect(evas.heard('chatDeleted')).toEqual([{ id }]), { timeout: 5000 });
    link.mend();
  });
});

test('those who stay hear of who left after its line', async () => {
  const [ruth, ben, eva] = world.people(3);
  const { id } = (await ruth.open([ben, eva])).body;
  const [bens, evas] = [await ben.connect(), await eva.connect()];
  await Promise.all([bens.join([id]), evas.join([id])]);
  const before = bens.heard('chatUpdated').length;
  const leave = () => eva.call('PATCH', `/api/chat/${id}`, { remove: [eva.uid] });
  await whileALineWaits(leave, async () => {
    await eventually(() => expect(evas.heard('chatDeleted')).toEqual([{ id }]));
    expect(bens.heard('chatUpdated')).toHaveLength(before);
  });
  await eventually(() => expect(bens.heard('newMessage')).toHaveLength(1));
  await eventually(() => expect(bens.heard('chatUpdated')).toHaveLength(before + 1));
});
