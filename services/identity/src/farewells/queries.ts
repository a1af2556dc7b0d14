import { audiences } from '@koinonia/kit/calls/caller-statement.ts';
import { sql } from 'kysely';
import type { FarewellService, IdentityDatabase } from '../database/schema.ts';

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

type Farewell = { person_id: string; service: FarewellService };

export async function postpone(trx: IdentityDatabase, farewell: Farewell, seconds: number): Promise<void> {
  await trx
    .updateTable('farewells')
    .set({ due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where('person_id', '=', farewell.person_id)
    .where('service', '=', farewell.service)
    .execute();
}

export async function countRound(trx: IdentityDatabase, farewell: Farewell): Promise<void> {
  await trx
    .updateTable('farewells')
    .set((eb) => ({ rounds: eb('rounds', '-', 1) }))
    .where('person_id', '=', farewell.person_id)
    .where('service', '=', farewell.service)
    .execute();
  await trx.deleteFrom('farewells').where('rounds', '<=', 0).where('person_id', '=', farewell.person_id).execute();
}
