import { setTimeout as wait } from 'node:timers/promises';
import { unavailable } from '@koinonia/kit/errors.ts';

/** Ms. Nodes that hang one after another may take longer than PostgreSQL keeps an idle transaction, which is 10 s. */
const patience = 8000;

/** Rejects when a service that is called within a transaction should have answered. */
export async function noAnswer(): Promise<never> {
  await wait(patience, undefined, { ref: false });
  throw unavailable('no node answered in time');
}
