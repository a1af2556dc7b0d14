import { sql } from 'kysely';
import { isOwnId } from './ids.ts';

/**
 * For `where('id', '=', anyOf(ids))`: one parameter however many ids there are, so that PostgreSQL and its client know the
 * statement again. What is not of our form is nobody's id and matches nothing.
 */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids.filter(isOwnId)}::uuid[])`;
