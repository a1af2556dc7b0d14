import { apostrophes, withoutApostrophes } from '@koinonia/contracts/search-words.ts';
import { type RawBuilder, sql } from 'kysely';
import { likePattern } from './like-pattern.ts';

/**
 * A text without what people leave out or mix up when they search: case (also of the sigma that ends a word), accents, vowel
 * marks, apostrophes and the stroke that stretches Arabic words, forms of Arabic letters and of hyphens, letters that many
 * keyboards lack. As `plainName` of the pages, so that this search finds whom the choice of people in a chat finds.
 */
const plain = (text: RawBuilder<string>) =>
  inTwoLetters(sql<string>`translate(
  regexp_replace(lower(normalize(translate(${text}, ${apostrophes}, ''), NFKD)),
  '[\\u0300-\\u036f\\u0591-\\u05c7\\u0640\\u064b-\\u065f\\u0670]', '', 'g'),
  E'ıøłđðħŧ\\u03c2\\u0649\\u0629\\u2010\\u2011\\u2012\\u2013\\u2014\\u2015\\u2212',
  E'iolddht\\u03c3\\u064a\\u0647-------')`);

const inTwoLetters = (text: RawBuilder<string>) =>
  sql<string>`replace(replace(replace(replace(${text}, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')`;

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
