import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table attachments (
      url text primary key,
      about jsonb not null
    )`.execute(db);
}
