import type { AuditFilter } from '@koinonia/contracts/audit.ts';
import { actNames } from '@koinonia/contracts/audit-words.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import { sql } from 'kysely';
import type { IdentityDatabase } from '../database/schema.ts';
import { holdsWords, wordsToFind } from '../holds-words.ts';
import type { AuditRow } from './chain.ts';

export function lockHead(trx: IdentityDatabase) {
  return trx.selectFrom('audit_head').select(['seq', 'hash']).forUpdate().executeTakeFirstOrThrow();
}

export function selectHead(db: IdentityDatabase) {
  return db.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirstOrThrow();
}

export async function moveHead(trx: IdentityDatabase, head: { seq: number; hash: string }): Promise<void> {
  await trx.updateTable('audit_head').set(head).execute();
}

export async function isRecorded(trx: IdentityDatabase, id: string): Promise<boolean> {
  return (await trx.selectFrom('audit_log').select('seq').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function insertLines(trx: IdentityDatabase, lines: AuditRow[]): Promise<void> {
  await trx.insertInto('audit_log').values(lines).execute();
}

/** The lines about acts on a person, and about the person's own acts. */
export function selectLinesAbout(db: IdentityDatabase, uid: string): Promise<AuditRow[]> {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where((eb) => eb.or([eb('by', '=', uid), eb('target_id', '=', uid)]))
    .orderBy('seq')
    .execute();
}

/** The lines after this one, as stored, oldest first. */
export function selectLinesAfter(db: IdentityDatabase, seq: number, limit: number): Promise<AuditRow[]> {
  return db.selectFrom('audit_log').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit).execute();
}

/** Lines with the present names of the people in them. */
const named = (db: IdentityDatabase) =>
  db
    .selectFrom('audit_log as line')
    .leftJoin('users as actor', 'actor.id', 'line.by')
    .leftJoin('users as person', (join) =>
      join.onRef('person.id', '=', 'line.target_id').on('line.target_kind', '=', 'person'),
    )
    .leftJoin('invitations as invitation', (join) =>
      join.onRef('invitation.id', '=', 'line.target_id').on('line.target_kind', '=', 'invitation'),
    );

function matching(db: IdentityDatabase, { search, act, person, from, to }: AuditFilter) {
  const words = wordsToFind(search ?? '');
  return named(db)
    .$if(act !== undefined, (query) => query.where('line.act', '=', act!))
    .$if(person !== undefined, (query) => query.where(concerning(person ?? '')))
    .$if(from !== undefined, (query) => query.where('line.at', '>=', new Date(from!)))
    .$if(to !== undefined, (query) => query.where('line.at', '<=', new Date(to!)))
    .$if(words.length > 0, (query) => query.where(holdsWords(searched, words)));
}

/** The values before and after the act, without what nobody sees: their keys, and the escapes of JSON. */
const values = sql<string>`(
  select string_agg(value #>> '{}', ' ')
  from jsonb_path_query(jsonb_build_array(line.before::jsonb, line.after::jsonb), '$.*[*] ? (@.type() != "boolean")') value)`;

/** What a search looks in. */
const searched = sql<string>`concat_ws(' ', actor.display_name, actor.email, person.display_name, person.email,
  invitation.email, line.target_name, line.act, ${JSON.stringify(actNames)}::jsonb ->> line.act, ${values},
  line.address, line.device)`;

const concerning = (uid: string) =>
  isOwnId(uid) ? sql<boolean>`(line.by = ${uid}::uuid or line.target_id = ${uid}::uuid)` : sql<boolean>`false`;

export async function countLines(db: IdentityDatabase, filter: AuditFilter): Promise<number> {
  const { lines } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('lines'))
    .executeTakeFirstOrThrow();
  return lines;
}

/** A page of lines: the newest before this one, or the oldest after this one. */
export function selectLines(
  db: IdentityDatabase,
  filter: AuditFilter,
  page: { before?: number | undefined; after?: number | undefined; limit: number },
) {
  const newestFirst = page.after === undefined;
  return matching(db, filter)
    .selectAll('line')
    .select([
      'actor.display_name as actor_name',
      sql<string>`coalesce(person.display_name, invitation.email, line.target_name)`.as('shown_name'),
    ])
    .$if(page.before !== undefined, (query) => query.where('line.seq', '<', page.before!))
    .$if(page.after !== undefined, (query) => query.where('line.seq', '>', page.after!))
    .orderBy('line.seq', newestFirst ? 'desc' : 'asc')
    .limit(page.limit)
    .execute();
}

export type ShownLine = Awaited<ReturnType<typeof selectLines>>[number];
