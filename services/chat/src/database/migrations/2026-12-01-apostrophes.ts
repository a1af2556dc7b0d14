import { type Kysely, sql } from 'kysely';

/** What is in no word, apart from the apostrophe: signs, and letters of scripts that put no spaces between words. */
const between = String.raw`\u0001-\u0026\u0028-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u0e00-\u0eff\u1000-\u11ff\u1780-\u17ff\u2000-\u2bff\u2e00-\ua4cf\uac00-\uffff\U0001f000-\U0010ffff`;

/**
 * Makes messages searchable by words with an apostrophe however people type it: with another one, without one, or only a
 * part. The entries have lost the order of words, so they are taken from the texts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    with given as materialized (
      select searchable.id, searchable.words, normalize(regexp_replace(
        normalize(lower(normalize(translate(messages.text, '’‘ʻʼ\`´', ''''''''''''''), NFKC)), NFD),
        '[\\u0300-\\u036f\\u0591-\\u05c7\\u064b-\\u065f\\u0670\\u0640]', '', 'g'), NFC) as text
      from searchable
      join messages on messages.chat_id = searchable.chat_id and messages.seq = searchable.seq
      where messages.text ~ '[''’‘ʻʼ\`´]' and messages.deleted_at is null and messages.system is null
    ), spelled as materialized (
      select given.id, given.words, array_agg(distinct left(usual.word, 64)) as words_now
      from given
      cross join lateral regexp_matches(text, ${`[^${between}']*'[^${between}]*`}, 'g') as found
      cross join lateral unnest(string_to_array(found[1], '''') || replace(found[1], '''', '')) as form
      cross join lateral (
        select replace(replace(replace(replace(
          translate(form, E'ıøłđðħŧ\\u03c2\\u0649\\u0629', E'iolddht\\u03c3\\u064a\\u0647'),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') as word
      ) as usual
      where form <> ''
      group by given.id, given.words
    )
    update searchable set words = array_to_tsvector(array(
      select word from unnest(tsvector_to_array(searchable.words)) word where word !~ '[ʻʼ]'
      union select unnest(spelled.words_now)
    ))
    from spelled
    -- What has been edited or deleted meanwhile has other words, and keeps them.
    where searchable.id = spelled.id and searchable.words = spelled.words`.execute(db);
}
