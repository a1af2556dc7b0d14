import { plainNumber } from '@koinonia/contracts/phone-digits.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { repeat } from '@koinonia/kit/work/repeat.ts';
import { sql } from 'kysely';
import type { IdentityDatabase } from '../database/schema.ts';

const every = 60 * 60 * 1000;

/**
 * Gives plain digits to numbers that are stored as typed, as the release before 2026-11-27 did: its nodes may run beside
 * this one, and again if somebody goes back to it. A number that is changed meanwhile stays as its person wants it.
 */
export const keepNumbersPlain = (db: IdentityDatabase, log: Logger) =>
  repeat(() => makeNumbersPlain(db), { first: 0, every, log, failed: 'phone numbers could not be made plain' });

export async function makeNumbersPlain(db: IdentityDatabase): Promise<void> {
  const { rows } = await sql<{ id: string; phone: string }>`
    select id, phone from users where phone ~ '[^ -~]'`.execute(db);
  for (const { id, phone } of rows) {
    const plain = plainNumber(phone);
    if (plain === phone) continue;
    await sql`update users set phone = ${plain} where id = ${id} and phone = ${phone}`.execute(db);
  }
}
