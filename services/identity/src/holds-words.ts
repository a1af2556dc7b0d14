import {
  apostrophes,
  formatCharacters,
  optionalMarks,
  usualLetters,
  withoutApostrophes,
} from '@koinonia/contracts/search-words.ts';
import { type RawBuilder, sql } from 'kysely';

type Text = RawBuilder<string>;

/** Each by a call of its own: one `translate` for all takes several times as long. */
const replaced = (text: Text, letters: readonly (readonly [letter: string, other: string])[]): Text =>
  letters.reduce((left, [letter, other]) => sql<string>`replace(${left}, ${sql.lit(letter)}, ${sql.lit(other)})`, text);

const hyphens = [...'\u2010\u2011\u2012\u2013\u2014\u2015\u2212'].map((hyphen) => [hyphen, '-'] as const);

const without = (text: Text, signs: string) =>
  replaced(
    text,
    [...signs].map((sign) => [sign, ''] as const),
  );

/** `formatCharacters` for PostgreSQL, which does not know these properties of Unicode. */
export const formatRanges = [
  String.raw`[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f`,
  String.raw`\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb`,
  String.raw`\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]`,
].join('');

const isAscii = (sign: string) => sign < '\u0080';
const ofAscii = without(sql<string>`lower(it collate "C")`, [...apostrophes].filter(isAscii).join(''));
// Some apostrophes are a space and an accent in one, so they go first.
const ofAnyScript = replaced(
  sql<string>`regexp_replace(lower(normalize(${without(sql<string>`it`, apostrophes)}, NFKD)),
    ${sql.lit(`${optionalMarks.source}|${formatRanges}`)}, '', 'g')`,
  [...Object.entries(usualLetters), ...hyphens],
);

/**
 * A text without what people leave out or mix up when they search: case (also of the sigma that ends a word), accents, vowel
 * marks, apostrophes, the stroke that stretches Arabic words, format characters, forms of Arabic letters and of hyphens,
 * letters that many keyboards lack. Like `plainName` of the pages, so that this search finds whom the choice of people in a
 * chat finds; that one also leaves out the marks of further scripts. Most texts are pure ASCII, where only case and
 * apostrophes matter; treating them apart more than halves the time to search the log.
 */
const plain = (text: Text) =>
  sql<string>`(select case when octet_length(it) = length(it) then ${ofAscii} else ${ofAnyScript} end
    from (select ${text} as it offset 0) as once)`;

/** The words of a search. Some signs are a space and an accent in one, so they are taken apart first. */
export const wordsToFind = (search: string): string[] =>
  withoutApostrophes(search)
    .normalize('NFKD')
    .replace(formatCharacters, '')
    .split(/\s+/)
    .filter((word) => word !== '');

/** A pattern for `like` that matches any text containing this word. Wildcards in it are escaped. */
const containing = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** True when the text contains every one of the words. It is made plain once, however many words there are. */
export const holdsWords = (text: RawBuilder<string>, words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${plain(text)} like all (array(
    select ${plain(sql.ref('word'))} from unnest(${words.map(containing)}::text[]) word))`;
