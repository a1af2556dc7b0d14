import type { Role } from '@koinonia/contracts/identity.ts';
import { invitationDays } from '@koinonia/contracts/invitations.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import { sql } from 'kysely';
import type { IdentityDatabase } from '../database/schema.ts';
import { holdsWords, wordsToFind } from '../holds-words.ts';

const isFresh = sql<boolean>`invitations.created_at > now() - make_interval(days => ${invitationDays})`;

/** The addresses among these, in lower case, that belong to an existing person. */
export async function selectKnownEmails(db: IdentityDatabase, emails: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select(sql<string>`lower(email)`.as('email'))
    .where(sql<boolean>`lower(email) = any(${emails}::text[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ email }) => email);
}

interface NewInvitation {
  id: string;
  email: string;
  role: Role;
  group_ids: string[];
  invited_by: string;
}

/** A new invitation to an address replaces an older one. */
export function upsertInvitations(trx: IdentityDatabase, invitations: NewInvitation[]) {
  return trx
    .insertInto('invitations')
    .values(invitations)
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(email)`)
        .where('used_by', 'is', null)
        .doUpdateSet((eb) => ({
          role: eb.ref('excluded.role'),
          group_ids: eb.ref('excluded.group_ids'),
          invited_by: eb.ref('excluded.invited_by'),
          created_at: sql<Date>`now()`,
        })),
    )
    .returning(['id', 'email'])
    .execute();
}

const addressAndInviter = sql<string>`invitations.email || ' ' || users.display_name`;

export interface InvitationsWanted {
  search?: string | undefined;
  offset?: number | undefined;
  limit?: number | undefined;
}

function open(db: IdentityDatabase, { search = '' }: InvitationsWanted) {
  const words = wordsToFind(search);
  return db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.invited_by')
    .where('used_by', 'is', null)
    .where(isFresh)
    .$if(words.length > 0, (query) => query.where(holdsWords(addressAndInviter, words)));
}

export function selectOpenInvitations(db: IdentityDatabase, wanted: InvitationsWanted) {
  const { offset = 0, limit } = wanted;
  return open(db, wanted)
    .select(['invitations.id', 'invitations.email', 'invitations.role', 'group_ids', 'invited_by'])
    .select(['invitations.created_at', 'users.display_name'])
    .orderBy(sql`lower(invitations.email)`)
    .offset(offset)
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}

export async function countOpenInvitations(db: IdentityDatabase, wanted: InvitationsWanted): Promise<number> {
  const { invitations } = await open(db, wanted)
    .select((eb) => eb.fn.countAll<number>().as('invitations'))
    .executeTakeFirstOrThrow();
  return invitations;
}

export async function deleteOpenInvitation(trx: IdentityDatabase, id: string) {
  if (!isOwnId(id)) return undefined;
  return trx
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where('used_by', 'is', null)
    .returning(['id', 'role'])
    .executeTakeFirst();
}

export function deleteOpenAdminInvitationsBy(trx: IdentityDatabase, uid: string) {
  return trx
    .deleteFrom('invitations')
    .where('invited_by', '=', uid)
    .where('role', '=', 'admin')
    .where('used_by', 'is', null)
    .where(isFresh)
    .returning(['id', 'role'])
    .execute();
}

/**
 * Marks the open invitation to this address as used by this person; returns it, or nothing when there is none. If somebody
 * else already has the address, it was meant for them: they signed in just as they were invited.
 */
export function markInvitationUsed(trx: IdentityDatabase, email: string, uid: string) {
  return trx
    .updateTable('invitations')
    .set({ used_by: uid })
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('used_by', 'is', null)
    .where(isFresh)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users')
            .where(sql<boolean>`lower(users.email) = lower(${email})`)
            .where('users.id', '<>', uid)
            .where('users.deleted_at', 'is', null),
        ),
      ),
    )
    .returning(['id', 'role', 'group_ids'])
    .executeTakeFirst();
}

/** A used invitation whose groups are not joined yet, unless another node has locked it. */
export function lockUnfinished(trx: IdentityDatabase) {
  return trx
    .selectFrom('invitations')
    .select(['id', 'used_by', 'group_ids', 'invited_by'])
    .where('used_by', 'is not', null)
    .where('groups_joined_at', 'is', null)
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function markGroupsJoined(trx: IdentityDatabase, id: string): Promise<void> {
  await trx
    .updateTable('invitations')
    .set({ groups_joined_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteExpiredInvitations(db: IdentityDatabase): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where('used_by', 'is', null)
    .where(sql<boolean>`not (${isFresh})`)
    .execute();
}

/** Deletes the invitation that a person used, and an open one to their address. */
export async function deleteInvitationsOf(trx: IdentityDatabase, uid: string, email: string): Promise<void> {
  await trx
    .deleteFrom('invitations')
    .where(sql<boolean>`used_by = ${uid} or (used_by is null and lower(email) = lower(${email}))`)
    .execute();
}
