import type { MediaDatabase } from '../database/schema.ts';

const ownFiles = (db: MediaDatabase, ownerId: string) =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('stored', '=', true)
    .where('withdrawn_at', 'is', null);

export function selectOwnFiles(db: MediaDatabase, ownerId: string, page: { after: string | null; limit: number }) {
  return ownFiles(db, ownerId)
    .$if(page.after !== null, (query) => query.where('id', '>', page.after ?? ''))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export function selectOwnFile(db: MediaDatabase, ownerId: string, id: string) {
  return ownFiles(db, ownerId).where('id', '=', id).executeTakeFirst();
}
