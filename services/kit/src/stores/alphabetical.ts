import { type RawBuilder, sql } from 'kysely';

/**
 * For `orderBy`: a text without case and accents, so that in every UTF-8 database, whatever its locale, “Ádám” is listed before
 * “Ben”, and “Łukasz” before “Mara”. Decomposed before it is lower-cased: the C locale knows only ASCII's letters.
 */
export const alphabetical = (column: string): RawBuilder<string> =>
  sql<string>`translate(
    regexp_replace(lower(normalize(${sql.ref(column)}, NFD)), '[\\u0300-\\u036f]', '', 'g'),
    'ØøŁłĐđÐðĦħŦŧıẞßÆæŒœÞþ', 'oollddddhhttissaaoott')`;
