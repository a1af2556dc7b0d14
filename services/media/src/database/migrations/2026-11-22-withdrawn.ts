import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table uploads
      add column named_at timestamptz,
      add column withdrawn_at timestamptz,
      add column owner_gone boolean not null default false`.execute(db);
  await sql`create index uploads_withdrawn on uploads (withdrawn_at) where withdrawn_at is not null`.execute(db);
  await sql`
    create index uploads_unsure on uploads (created_at)
    where kind = 'attachment' and named_at is null and withdrawn_at is null`.execute(db);
}
