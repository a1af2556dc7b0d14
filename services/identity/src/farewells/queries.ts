import { audiences } from '@koinonia/kit/calls/caller-statement.ts';
import { sql } from 'kysely';
import type { IdentityDatabase } from '../database/schema.ts';

const services = audiences.filter((service) => service !== 'identity');
const rounds = 2;

/** Stores that every service must be told. In the transaction that deletes the person here. */
export async function insertFarewells(trx: IdentityDatabase, personId: string): Promise<void> {
  await trx
    .insertInto('farewells')
    .values(services.map((service) => ({ person_id: personId, service, rounds })))
    .execute();
}

/** The entry that has waited longest, unless another node has locked it; nothing when none is due. */
export function lockDue(trx: IdentityDatabase) {
  return trx
    .selectFrom('farewells')
    .select(['person_id', 'service', 'rounds'])
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export type Farewell = NonNullable<Awaited<ReturnType<typeof lockDue>>>;

/** Makes it due again after this many seconds. */
export async function postpone(trx: IdentityDatabase, farewell: Farewell, seconds: number): Promise<void> {
  await trx
    .updateTable('farewells')
    .set({ rounds: farewell.rounds, due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where('person_id', '=', farewell.person_id)
    .where('service', '=', farewell.service)
    .execute();
}

export async function deleteFarewell(trx: IdentityDatabase, farewell: Farewell): Promise<void> {
  await trx
    .deleteFrom('farewells')
    .where('person_id', '=', farewell.person_id)
    .where('service', '=', farewell.service)
    .execute();
}
