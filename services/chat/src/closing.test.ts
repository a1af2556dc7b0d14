import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockChat } from './chats/queries.ts';
import { openDatabase } from './testing/open-database.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
let db: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  world = await startWorld({ nodes: 2 });
  db = openDatabase(world);
});
afterAll(async () => {
  await db.destroy();
  await world.close();
});

const waitingLocks = sql`
  select from pg_locks
  where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`;
const untilOneWaits = () => expect.poll(async () => (await waitingLocks.execute(db)).rows).toHaveLength(1);

test('a node that closes answers what is under way, and ends soon after', async () => {
  const [ruth, ben] = world.people(2);
  const { id } = (await ruth.open([ben])).body;
  const holding = await db.startTransaction().execute();
  await lockChat(holding, id);

  const sent = ruth.send(id, 'Dinner at five', {}, 1);
  await untilOneWaits();
  const closed = world.nodes[1]?.app.close();
  await holding.commit().execute();

  expect(await sent).toMatchObject({ status: 201 });
  // Its connection is one that the caller would keep for another minute.
  await closed;
});
