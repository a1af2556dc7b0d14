import pg from 'pg';
import { expect, test } from 'vitest';
import { toAppError } from '../http/error-answers.ts';
import { createTestDatabase } from '../testing/database.ts';

test('whoever PostgreSQL gives up in a deadlock is told to come again', async () => {
  const database = await createTestDatabase();
  const [one, other] = [1, 2].map(() => new pg.Client({ connectionString: database.url })) as [pg.Client, pg.Client];
  const lock = async (client: pg.Client, key: number) => client.query('select pg_advisory_xact_lock($1)', [key]);
  try {
    for (const client of [one, other]) {
      await client.connect();
      await client.query(`begin; set local deadlock_timeout to '10ms'`);
    }
    await Promise.all([lock(one, 1), lock(other, 2)]);
    const outcomes = await Promise.allSettled([lock(one, 2), lock(other, 1)]);
    const [givenUp] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []));
    expect(givenUp && toAppError(givenUp)).toMatchObject({ status: 503, retryAfter: 2 });
  } finally {
    await Promise.all([one.end(), other.end()]);
    await database.drop();
  }
});

test('whoever wants to write while PostgreSQL is read-only is told to come again', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url, options: '-c default_transaction_read_only=on' });
  try {
    await client.connect();
    const [outcome] = await Promise.allSettled([client.query('create table notes (id int)')]);
    expect(outcome.status === 'rejected' && toAppError(outcome.reason as Error)).toMatchObject({ status: 503 });
  } finally {
    await client.end();
    await database.drop();
  }
});
