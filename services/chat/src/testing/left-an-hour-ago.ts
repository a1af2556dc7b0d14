import { createDatabase } from '@koinonia/kit/stores/database.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { sql } from 'kysely';
import type { ChatTables } from '../database/schema.ts';
import type { World } from './world.ts';

/** Changes the database as if a person who has left their chats had done so an hour earlier. */
export async function leftAnHourAgo(world: World, uid: string): Promise<void> {
  const db = createDatabase<ChatTables>({ url: world.databaseUrl, schema: 'chat', log: createLog('silent', 'chat') });
  const left_at = sql<Date>`left_at - interval '1 hour'`;
  await db.updateTable('memberships').set({ left_at, changed_at: left_at }).where('user_id', '=', uid).execute();
  await db.destroy();
}
