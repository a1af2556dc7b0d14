import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table settings (
      user_id uuid primary key,
      typing boolean not null,
      presence boolean not null
    )`.execute(db);
}
