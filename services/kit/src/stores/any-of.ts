import { sql } from 'kysely';
import { isOwnId } from '../ids.ts';

/**
 * For `where('id', '=', anyOf(ids))`: one parameter for any number of ids, so that PostgreSQL and its client can reuse
 * the prepared statement. A value that is not in our id format belongs to nobody and matches nothing.
 */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids.filter(isOwnId)}::uuid[])`;
