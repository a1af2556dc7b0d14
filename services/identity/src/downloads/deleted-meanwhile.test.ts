import { newId } from '@koinonia/kit/ids.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { blankPerson } from '../people/queries.ts';
import { askAs, known, startIdentity } from '../testing/identity.ts';
import { waitingForLocks } from '../testing/waiting-for-locks.ts';
import { deleteDownloadsOf } from './queries.ts';

test('a download that is prepared while its person’s data is deleted is refused, and leaves nothing', async () => {
  const identity = await startIdentity();
  const { db } = identity;
  const ben = await known(identity, 'ben');
  const downloads = () => db.selectFrom('downloads').selectAll().execute();
  const longAgo = sql`now() - interval '3 days'`;
  await sql`insert into downloads (id, user_id, session_id, prepared_at)
    values (${newId()}, ${ben}, ${newId()}, ${longAgo})`.execute(db);
  const patient = await identity.buildPatient();

  const { preparing } = await db.transaction().execute(async (trx) => {
    await blankPerson(trx, ben, false);
    const preparing = askAs(ben, patient, { method: 'POST', path: '/api/me/download', sessionId: newId() });
    await eventually(async () => expect(await waitingForLocks(db)).toBe(1));
    await deleteDownloadsOf(trx, ben);
    return { preparing };
  });
  expect(await preparing).toMatchObject({ status: 403, body: { code: 'account_deactivated' } });
  expect(await downloads()).toEqual([]);
  await patient.app.close();
  await identity.stop();
});
