import { type Kysely, sql } from 'kysely';

/** One row: the id by which the file store knows this database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table file_store (
      only_row boolean primary key default true check (only_row),
      id uuid not null default gen_random_uuid()
    )
  `.execute(db);
  await sql`insert into file_store default values`.execute(db);
}
