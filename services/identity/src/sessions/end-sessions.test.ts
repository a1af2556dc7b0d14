import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { record } from '../audit/record.ts';
import { browserAt, type Identity, startIdentity } from '../testing/identity.ts';
import { signInBy } from '../testing/sign-in.ts';
import { waitingForLocks } from '../testing/waiting-for-locks.ts';
import { endEverySession, endSessionsByEmail } from './end-sessions.ts';

let identity: Identity;

beforeAll(async () => {
  identity = await startIdentity();
});
beforeEach(() => identity.db.deleteFrom('users').execute());
afterAll(() => identity.stop());

test('whoever runs the server signs out two people of one address while an admin does it, too', async () => {
  const { db } = identity;
  for (const sub of ['first', 'second']) await signInBy(browserAt(identity), identity, { sub });
  await db.updateTable('users').set({ email: 'kitchen@base.example' }).execute();
  for (const { id } of await db.selectFrom('users').select('id').execute()) {
    await db.updateTable('sessions').set({ ended_at: null }).execute();
    const { ending } = await db.transaction().execute(async (trx) => {
      const ended = await trx
        .updateTable('sessions')
        .set({ ended_at: sql`now()` })
        .where('user_id', '=', id)
        .returning('id')
        .execute();
      expect(ended).toHaveLength(1);
      const ending = endSessionsByEmail(db, 'kitchen@base.example');
      await eventually(async () => expect(await waitingForLocks(db)).toBe(1));
      // As late as possible, and so not waited for.
      await record(trx, null, { act: 'person.sessions_ended', target: { kind: 'person', id } });
      return { ending };
    });
    expect(await ending).toBe(1);
  }
});

test('of a session that has ended, nothing is kept about its device', async () => {
  const { db } = identity;
  const devices = async () => {
    const rows = await db.selectFrom('sessions').select('sealed_device').orderBy('created_at').execute();
    return rows.map((row) => (row.sealed_device === '' ? 'forgotten' : 'known'));
  };
  const browsers = [1, 2, 3].map(() => browserAt(identity));
  for (const browser of browsers) await signInBy(browser, identity);
  expect(await devices()).toEqual(['known', 'known', 'known']);
  await browsers[0]?.ask(`${identity.publicUrl}/api/session`, { method: 'DELETE' });
  expect(await devices()).toEqual(['forgotten', 'known', 'known']);

  const [, , unused] = await db.selectFrom('sessions').select('id').orderBy('created_at').execute();
  await db
    .updateTable('sessions')
    .set({ last_seen_at: sql`now() - interval '8 days'` })
    .where('id', '=', unused?.id ?? '')
    .execute();
  const restarted = await identity.build();
  await eventually(async () => expect(await devices()).toEqual(['forgotten', 'known', 'forgotten']));
  await restarted.app.close();

  await endSessionsByEmail(db, 'ruth@base.example');
  expect(await devices()).toEqual(['forgotten', 'forgotten', 'forgotten']);
});

test('of the sessions that are ended, those count that were still in effect', async () => {
  const { db } = identity;
  const signedIn = async (sub: string, email: string) => {
    const browsers = [1, 2, 3].map(() => browserAt(identity));
    for (const browser of browsers) await signInBy(browser, identity, { sub, email });
  };
  await signedIn('ruth', 'ruth@base.example');
  await signedIn('ben', 'ben@base.example');
  const people = await db.selectFrom('users').select('id').execute();
  for (const { id } of people) {
    const last = db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', id)
      .orderBy('created_at', 'desc')
      .limit(1);
    await db
      .updateTable('sessions')
      .set({ last_seen_at: sql`now() - interval '8 days'` })
      .where('id', '=', last)
      .execute();
  }
  expect(await endSessionsByEmail(db, 'ruth@base.example')).toBe(2);
  expect(await endEverySession(db)).toBe(2);
  expect(await endEverySession(db)).toBe(0);
});
