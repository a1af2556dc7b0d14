import { sql } from 'kysely';
import type { MediaDatabase } from '../database/schema.ts';

const maxTries = 3;

/**
 * False when there is a picture of this person already. One that was not copied within a day is copied anew: its server may
 * give at a later sign-in what it did not give at the first.
 */
export async function insertPicture(db: MediaDatabase, personId: string, address: string): Promise<boolean> {
  const inserted = await db
    .insertInto('pictures')
    .values({ person_id: personId, address, state: 'pending' })
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet({ address, state: 'pending', tries: 0, created_at: sql<Date>`now()` })
        .where('pictures.state', '!=', 'done')
        .where('pictures.created_at', '<', sql<Date>`now() - interval '1 day'`),
    )
    .returning('person_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The picture to copy, with its try counted; nothing when there is no work to do. */
export function claimPicture(db: MediaDatabase, personId: string) {
  return db
    .updateTable('pictures')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('person_id', '=', personId)
    .where('state', '=', 'pending')
    .where('tries', '<', maxTries)
    .returningAll()
    .executeTakeFirst();
}

export async function endPicture(db: MediaDatabase, personId: string, state: 'done' | 'failed'): Promise<void> {
  await db.updateTable('pictures').set({ state }).where('person_id', '=', personId).execute();
}

export async function deletePictureOf(db: MediaDatabase, personId: string): Promise<void> {
  await db.deleteFrom('pictures').where('person_id', '=', personId).execute();
}

/** People whose picture has not been copied and is due for another try: after 1, 4 and 16 minutes. */
export async function selectWaiting(db: MediaDatabase): Promise<string[]> {
  const rows = await db
    .selectFrom('pictures')
    .select('person_id')
    .where('state', '=', 'pending')
    .where('tries', '<', maxTries)
    .where('created_at', '<', sql<Date>`now() - interval '1 minute' * power(4, tries)`)
    .limit(500)
    .execute();
  return rows.map(({ person_id }) => person_id);
}
