import { apostrophes, withoutApostrophes } from '@koinonia/contracts/search-words.ts';
import { type RawBuilder, sql } from 'kysely';
import { likePattern } from './like-pattern.ts';

type Text = RawBuilder<string>;

/** Each by a call of its own: one `translate` for all takes several times as long. */
const replaced = (text: Text, letters: readonly (readonly [letter: string, other: string])[]): Text =>
  letters.reduce((left, [letter, other]) => sql<string>`replace(${left}, ${sql.lit(letter)}, ${sql.lit(other)})`, text);

/** Letters that count as others. */
const others = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  '\u03c2': '\u03c3',
  '\u0649': '\u064a',
  '\u0629': '\u0647',
};
const hyphens = [...'\u2010\u2011\u2012\u2013\u2014\u2015\u2212'].map((hyphen) => [hyphen, '-'] as const);

const without = (text: Text, signs: string) =>
  replaced(
    text,
    [...signs].map((sign) => [sign, ''] as const),
  );

const isAscii = (sign: string) => sign < '\u0080';
const ofAscii = without(sql<string>`lower(it collate "C")`, [...apostrophes].filter(isAscii).join(''));
// Some apostrophes are a space and an accent in one, so they go first.
const ofAnyScript = replaced(
  sql<string>`regexp_replace(lower(normalize(${without(sql<string>`it`, apostrophes)}, NFKD)),
    '[\\u0300-\\u036f\\u0591-\\u05c7\\u0640\\u064b-\\u065f\\u0670]', '', 'g')`,
  [...Object.entries(others), ...hyphens],
);

/**
 * A text without what people leave out or mix up when they search: case (also of the sigma that ends a word), accents, vowel
 * marks, apostrophes and the stroke that stretches Arabic words, forms of Arabic letters and of hyphens, letters that many
 * keyboards lack. As `plainName` of the pages, so that this search finds whom the choice of people in a chat finds. Most texts
 * have only ASCII letters: of these the case and the apostrophes are all, and the log is searched in less than half the time.
 */
const plain = (text: Text) =>
  sql<string>`(select case when octet_length(it) = length(it) then ${ofAscii} else ${ofAnyScript} end
    from (select ${text} as it offset 0) as once)`;

/** The words of a search. Some signs are a space and an accent in one, so they are taken apart first. */
export const wordsOf = (search: string): string[] =>
  withoutApostrophes(search)
    .normalize('NFKD')
    .split(/\s+/)
    .filter((word) => word !== '');

/** True when the text contains every one of the words. It is made plain once, however many words there are. */
export const holdsWords = (text: RawBuilder<string>, words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${plain(text)} like all (array(
    select ${plain(sql.ref('word'))} from unnest(${words.map(likePattern)}::text[]) word))`;
