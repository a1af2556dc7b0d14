import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table uploads add column client_id text`.execute(db);
  await sql`create index uploads_client_id on uploads (owner_id, client_id) where client_id is not null`.execute(db);
}
