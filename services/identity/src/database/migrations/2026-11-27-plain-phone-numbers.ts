import { plainNumber } from '@koinonia/contracts/phone-digits.ts';
import { type Kysely, sql } from 'kysely';

/** Phone numbers were stored as typed, with the digits of any script. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; phone: string }>`
    select id, phone from users where phone ~ '[^ -~]'`.execute(db);
  for (const { id, phone } of rows) {
    await sql`update users set phone = ${plainNumber(phone)} where id = ${id}`.execute(db);
  }
}
