import type { Kysely } from 'kysely';
import { makeNumbersPlain } from '../../people/plain-numbers.ts';

export const up = (db: Kysely<unknown>): Promise<void> => makeNumbersPlain(db);
