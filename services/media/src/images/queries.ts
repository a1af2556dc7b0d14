import { sql } from 'kysely';
import type { MediaDatabase, UploadRow, UploadState } from '../database/schema.ts';
import type { MadeVariant } from './tasks.ts';

/** A worker that dies over an image is followed by one more. */
export const maxTries = 2;

const future = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;
const past = (seconds: number) => sql<Date>`now() - make_interval(secs => ${seconds})`;
const unclaimed = sql<boolean>`(claimed_until is null or claimed_until < now())`;

/** The upload whose image is to be worked on, for this caller alone and for so long; nothing when there is no work to do. */
export function claimUpload(db: MediaDatabase, id: string, seconds: number): Promise<UploadRow | undefined> {
  return db
    .updateTable('uploads')
    .set((eb) => ({ tries: eb('tries', '+', 1), claimed_until: future(seconds) }))
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('stored', '=', true)
    .where('tries', '<', maxTries)
    .where(unclaimed)
    .returningAll()
    .executeTakeFirst();
}

/** Lets others try at once. `counts` is false when the image was not to blame. */
export async function releaseUpload(db: MediaDatabase, id: string, counts: boolean): Promise<void> {
  await db
    .updateTable('uploads')
    .set((eb) => ({ claimed_until: null, tries: counts ? eb.ref('tries') : eb('tries', '-', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}

/** Ends the work on an upload and gives the state that it now has; nothing when there is no such upload any more. */
export function endUpload(
  db: MediaDatabase,
  id: string,
  end: { state: 'ready'; made: readonly MadeVariant[] } | { state: 'failed' },
): Promise<UploadState | undefined> {
  return db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('uploads')
      .set({ state: end.state, claimed_until: null })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .returning('state')
      .executeTakeFirst();
    // Another worker, or the end of its time, may have come before.
    if (!ended) return (await trx.selectFrom('uploads').select('state').where('id', '=', id).executeTakeFirst())?.state;
    if (end.state === 'ready')
      await trx
        .insertInto('variants')
        .values(end.made.map((one) => rowOf(id, one)))
        .execute();
    return ended.state;
  });
}

const rowOf = (id: string, { size, format, width, height, bytes }: MadeVariant) => ({
  upload_id: id,
  size,
  format,
  width,
  height,
  bytes,
});

/** Fails what was tried often enough, and what has been pending for so many seconds whatever the reason. */
export function failOverdue(db: MediaDatabase, seconds: number): Promise<Pick<UploadRow, 'id' | 'kind'>[]> {
  return db
    .updateTable('uploads')
    .set({ state: 'failed', claimed_until: null })
    .where('state', '=', 'pending')
    .where('stored', '=', true)
    .where((eb) => eb.or([eb.and([eb('tries', '>=', maxTries), unclaimed]), eb('created_at', '<', past(seconds))]))
    .returning(['id', 'kind'])
    .execute();
}

/** Images that nobody works on although they have been waiting for so many seconds. */
export async function selectForgotten(db: MediaDatabase, seconds: number): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('state', '=', 'pending')
    .where('stored', '=', true)
    .where('tries', '<', maxTries)
    .where('created_at', '<', past(seconds))
    .where(unclaimed)
    .orderBy('created_at')
    .limit(500)
    .execute();
  return rows.map(({ id }) => id);
}
