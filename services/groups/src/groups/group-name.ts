import { formatCharacters } from '@koinonia/contracts/search-words.ts';
import { maxNameLength, tidyName } from '@koinonia/contracts/common.ts';
import { allStaff } from '@koinonia/contracts/groups.ts';
import { conflict, invalid } from '@koinonia/kit/errors.ts';
import { texts } from '../texts.ts';

/**
 * A group's name in its form for comparing: two names that look alike to a reader have the same key, so that nobody can
 * make a second 'All Staff' with full-width letters, other cases, extra spaces or invisible characters.
 */
export function groupNameKey(name: string): string {
  const plain = name.normalize('NFKC').replace(looksLikeSpace, ' ').replace(formatCharacters, '');
  return fold(plain).replace(/\s+/gu, ' ').trim();
}

/** Blanks of Braille, Hangul, musical notes and Khitan: not white space in Unicode, but fonts draw them as a gap. */
const looksLikeSpace = /[\u{16fe4}\u{1d159}\u2800\u115f\u1160]/gu;

/**
 * By upper case, which makes 'ß' equal to 'SS' and the two lower-case sigmas equal; first in lower case, because the capital
 * 'ẞ' is upper case already. Folding may undo NFKC.
 */
const fold = (text: string) => text.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');

/** White space alone must not tell a name from 'All Staff': at a glance, 'AllStaff' reads the same. */
const looksLikeAllStaff = (key: string) => withoutSpaces(key) === withoutSpaces(groupNameKey(allStaff));
const withoutSpaces = (key: string) => key.replaceAll(' ', '');

/**
 * A new name as it is stored, with its key. Throws `invalid` for one without any visible character, or one too long, and
 * `conflict` for one that looks like 'All Staff'.
 */
export function newGroupName(asked: string): { name: string; name_key: string } {
  const name = tidyName(asked.normalize('NFC'));
  const key = groupNameKey(name);
  if (key === '') throw invalid(texts.emptyName);
  if (looksLikeAllStaff(key)) throw conflict(texts.taken);
  // NFC takes some letters apart, such as those of Bengali with a dot.
  if ([...name].length > maxNameLength) throw invalid(texts.longName);
  return { name, name_key: key };
}
