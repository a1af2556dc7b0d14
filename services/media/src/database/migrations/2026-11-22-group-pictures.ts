import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table uploads
      drop constraint uploads_kind_check,
      drop constraint uploads_check,
      add constraint uploads_kind_check check (kind in ('avatar', 'attachment', 'group-picture')),
      add constraint uploads_check check ((kind = 'avatar') = (chat_id is null))`.execute(db);
  await sql`create index uploads_group_pictures on uploads (chat_id) where kind = 'group-picture'`.execute(db);
}
