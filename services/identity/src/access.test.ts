import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lockAdmins } from './people/queries.ts';
import { askAs, type Identity, known, startIdentity } from './testing/identity.ts';
import { waitingForLocks } from './testing/waiting-for-locks.ts';

let identity: Identity;
let ada: string;
let eva: string;
/** The id of an open invitation. */
let invitation: string;

const invite = (by: string, email: string) =>
  askAs(by, identity, { method: 'POST', path: '/api/invitations', body: { csv: `email\n${email}`, dryRun: false } });

beforeAll(async () => {
  identity = await startIdentity({ ADMIN_EMAILS: 'ada@base.example' });
});

beforeEach(async () => {
  await identity.db.deleteFrom('users').execute();
  ada = await known(identity, 'ada');
  eva = await known(identity, 'eva');
  await askAs(eva, identity, { method: 'POST', path: '/api/me/deletion-request' });
  await invite(ada, 'noah@base.example');
  invitation = (await identity.db.selectFrom('invitations').select('id').executeTakeFirstOrThrow()).id;
});

afterAll(() => identity.stop());

/** What an act would have changed: itself or by its line in the log. */
const stateNow = async ({ db } = identity) => ({
  eva: await db.selectFrom('users').selectAll().where('id', '=', eva).execute(),
  invitations: await db.selectFrom('invitations').selectAll().execute(),
  log: await db.selectFrom('audit_log').select('act').orderBy('seq').execute(),
});

test('a member who tries is refused at once, and waits for no act of an admin', async () => {
  await identity.db.transaction().execute(async (trx) => {
    await lockAdmins(trx);
    const path = `/api/users/${ada}/sessions`;
    expect(await askAs(eva, identity, { method: 'DELETE', path })).toMatchObject({ status: 403 });
  });
});

test.each([
  [
    'changes nobody',
    () => askAs(ada, identity, { method: 'PATCH', path: `/api/users/${eva}`, body: { role: 'admin' } }),
  ],
  ['deletes nobody', () => askAs(ada, identity, { method: 'DELETE', path: `/api/users/${eva}` })],
  ['signs nobody out', () => askAs(ada, identity, { method: 'DELETE', path: `/api/users/${eva}/sessions` })],
  ['invites nobody', () => invite(ada, 'hana@base.example')],
  ['withdraws nothing', () => askAs(ada, identity, { method: 'DELETE', path: `/api/invitations/${invitation}` })],
  ['declines nothing', () => askAs(ada, identity, { method: 'DELETE', path: `/api/users/${eva}/deletion-request` })],
  ['takes no list of people away', () => askAs(ada, identity, { path: '/api/users/export' })],
  ['takes no log away', () => askAs(ada, identity, { path: '/api/audit/export' })],
])('an admin who is demoted at the moment in which they act %s', async (_, act) => {
  const before = await stateNow();
  let acting!: ReturnType<typeof act>;
  await identity.db.transaction().execute(async (trx) => {
    await lockAdmins(trx);
    acting = act();
    await eventually(async () => expect(await waitingForLocks(identity.db)).toBe(1));
    await trx.updateTable('users').set({ role: 'member' }).where('id', '=', ada).execute();
  });
  expect(await acting).toMatchObject({ status: 403 });
  expect(await stateNow()).toEqual(before);
});
