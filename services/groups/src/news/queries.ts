import type { Insertable, Selectable } from 'kysely';
import type { GroupsDatabase, GroupsTables } from '../database/schema.ts';

type News = GroupsTables['news'];
export type NewNews = Insertable<News>;

export async function insertNews(trx: GroupsDatabase, rows: readonly NewNews[]): Promise<void> {
  await trx
    .insertInto('news')
    .values([...rows])
    .execute();
}

/** Locks the oldest news that no other node is delivering, until the transaction ends. */
export function lockOldestNews(trx: GroupsDatabase): Promise<Selectable<News> | undefined> {
  return trx.selectFrom('news').selectAll().orderBy('id').limit(1).forUpdate().skipLocked().executeTakeFirst();
}

export async function deleteNews(trx: GroupsDatabase, id: string): Promise<void> {
  await trx.deleteFrom('news').where('id', '=', id).execute();
}
