import { invitationDays } from '@koinonia/contracts/invitations.ts';
import { newId } from '@koinonia/kit/ids.ts';
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

test('when somebody downloaded their data is forgotten once it no longer counts, though they do not come back', async () => {
  const [ben, session, young, old] = [await known(identity, 'ben'), newId(), newId(), newId()];
  for (const [id, age] of [
    [young, '1 day'],
    [old, '3 days'],
  ] as const)
    await sql`insert into downloads (id, user_id, session_id, prepared_at, begun_at, ended_at)
      values (${id}, ${ben}, ${session}, now() - ${age}::interval, now(), now())`.execute(identity.db);
  const ids = async () => (await identity.db.selectFrom('downloads').select('id').execute()).map(({ id }) => id);
  const stop = await startAgain();
  await eventually(async () => expect(await ids()).toEqual([young]));
  await stop();
});

test('downloads that are prepared again and again, and never begun, do not pile up', async () => {
  const [lea, sessionId] = [await known(identity, 'lea'), newId()];
  const prepare = () => askAs(lea, identity, { method: 'POST', path: '/api/me/download', sessionId });
  expect((await prepare()).status).toBe(201);
  const ofLea = () => identity.db.selectFrom('downloads').selectAll().where('user_id', '=', lea).execute();
  await sql`update downloads set prepared_at = now() - interval '2 minutes' where user_id = ${lea}`.execute(
    identity.db,
  );
  expect((await prepare()).status).toBe(201);
  expect(await ofLea()).toHaveLength(1);
});
