import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { record } from '../audit/record.ts';
import { browserAt, type Identity, startIdentity } from '../testing/identity.ts';
import { signInBy } from '../testing/sign-in.ts';
import { waitingForLocks } from '../testing/waiting-for-locks.ts';
import { endSessionsByEmail } from './end-sessions.ts';

let identity: Identity;

beforeAll(async () => {
  identity = await startIdentity();
});
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
