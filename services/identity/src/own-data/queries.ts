import { isOwnId } from '@koinonia/kit/ids.ts';
import { sql } from 'kysely';
import type { IdentityDatabase } from '../database/schema.ts';

export function selectDeletionRequests(db: IdentityDatabase) {
  return db
    .selectFrom('users')
    .select(['id', 'display_name', 'email', 'photo_url'])
    .select((eb) => eb.ref('deletion_requested_at').$notNull().as('deletion_requested_at'))
    .where('deletion_requested_at', 'is not', null)
    .orderBy('deletion_requested_at')
    .execute();
}

/**
 * Requests, or withdraws with null. The person's new row; nothing when there was a request already, or none to withdraw:
 * another tab, or an admin who declines, may act at the same moment.
 */
export function updateRequest(trx: IdentityDatabase, uid: string, requestedAt: Date | null) {
  return trx
    .updateTable('users')
    .set({
      deletion_requested_at: requestedAt,
      deletion_declined_at: null,
      changed_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', uid)
    .where('deleted_at', 'is', null)
    .where('deletion_requested_at', requestedAt === null ? 'is not' : 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** How often this person has requested the deletion of their data in the last 24 hours, and when first. */
export function selectRequestsOfADay(trx: IdentityDatabase, uid: string) {
  return trx
    .selectFrom('audit_log')
    .select((eb) => [eb.fn.countAll<number>().as('requests'), eb.fn.min('at').as('first')])
    .where('by', '=', uid)
    .where('act', '=', 'person.deletion_requested')
    .where('at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
}

/** False when the person with this id has no request. */
export async function declineRequest(trx: IdentityDatabase, uid: string): Promise<boolean> {
  if (!isOwnId(uid)) return false;
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({
      deletion_requested_at: null,
      deletion_declined_at: sql<Date>`clock_timestamp()`,
      changed_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', uid)
    .where('deletion_requested_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
