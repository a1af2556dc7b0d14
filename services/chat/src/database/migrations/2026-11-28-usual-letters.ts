import { type Kysely, sql } from 'kysely';

/** Makes messages searchable by the letters that people type instead of those that their keyboard lacks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update searchable set words = array_to_tsvector(array(
      select distinct case when word like 'by %' then word else
        replace(replace(replace(replace(
          translate(word, E'ıøłđðħŧ\\u03c2\\u0649\\u0629', E'iolddht\\u03c3\\u064a\\u0647'),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end
      from unnest(tsvector_to_array(words)) word
    ))
    where words::text ~ E'[ıøłđðħŧßæœþ\\u03c2\\u0649\\u0629]'`.execute(db);
}
