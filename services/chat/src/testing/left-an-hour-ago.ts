import { sql } from 'kysely';
import type { World } from './world.ts';

/** Changes the database as if a person who has left their chats had done so an hour earlier. */
export async function leftAnHourAgo(world: World, uid: string): Promise<void> {
  const left_at = sql<Date>`left_at - interval '1 hour'`;
  await world.db.updateTable('memberships').set({ left_at, changed_at: left_at }).where('user_id', '=', uid).execute();
}
