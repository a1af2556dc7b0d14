import { invitationDays } from '@koinonia/contracts/invitations.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAs, browserAt, type Identity, known, startIdentity } from './testing/identity.ts';
import { signInBy } from './testing/sign-in.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

/** Starts another node, which deletes at its start what has expired. */
async function startAgain() {
  const { app } = await identity.build();
  return () => app.close();
}

test('an invitation that nobody used in time is deleted with its address, and no other', async () => {
  const ruth = await known(identity, 'ruth');
  const body = { csv: 'email\nlate@base.example\nopen@base.example\nused@base.example', dryRun: false };
  await askAs(ruth, identity, { method: 'POST', path: '/api/invitations', body });
  await known(identity, 'used');
  await identity.db
    .updateTable('invitations')
    .set({ created_at: sql<Date>`now() - make_interval(days => ${invitationDays}, secs => 1)` })
    .where('email', '!=', 'open@base.example')
    .execute();
  const stop = await startAgain();
  await eventually(async () => {
    const left = await identity.db.selectFrom('invitations').select('email').orderBy('email').execute();
    expect(left).toEqual([{ email: 'open@base.example' }, { email: 'used@base.example' }]);
  });
  await stop();
});

test('a session whose cookie has expired is deleted, and no other', async () => {
  for (let browsers = 0; browsers < 2; browsers += 1) await signInBy(browserAt(identity), identity);
  const ids = async () => (await identity.db.selectFrom('sessions').select('id').execute()).map(({ id }) => id);
  const [young, old] = await ids();
  await sql`update sessions set created_at = now() - interval '31 days' where id = ${old}`.execute(identity.db);
  const stop = await startAgain();
  await eventually(async () => expect(await ids()).toEqual([young]));
  await stop();
});
