import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAs, type Identity, known, startIdentity } from '../testing/identity.ts';
import { waitingForLocks } from '../testing/waiting-for-locks.ts';
import { makeNumbersPlain } from './plain-numbers.ts';

const asTyped = '٠٧٧٠ ١٢٣٤٥٦';

let identity: Identity;
let ruth: string;
let eva: string;
beforeAll(async () => {
  identity = await startIdentity({ ADMIN_EMAILS: 'ruth@base.example' });
  ruth = await known(identity, 'ruth');
  eva = await known(identity, 'eva');
});
afterAll(() => identity.stop());

/** As a node of an older release does. */
const storeAsTyped = () => identity.db.updateTable('users').set({ phone: asTyped }).where('id', '=', eva).execute();
const phone = async () => {
  const { phone } = await identity.db
    .selectFrom('users')
    .select('phone')
    .where('id', '=', eva)
    .executeTakeFirstOrThrow();
  return phone;
};

test('a number that an older version stored as it was typed is made plain when a node starts, and found', async () => {
  await storeAsTyped();
  const node = await identity.build();
  await eventually(async () => expect(await phone()).toBe('0770 123456'));
  await node.app.close();
  const { body } = await askAs(ruth, identity, { path: '/api/users?search=0770123' });
  expect(body).toMatchObject([{ uid: eva }]);
});

test('a number that is changed meanwhile stays as its person wants it', async () => {
  await storeAsTyped();
  const making = await identity.db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ phone: '+1 555 0100' }).where('id', '=', eva).execute();
    const begun = makeNumbersPlain(identity.db);
    await eventually(async () => expect(await waitingForLocks(identity.db)).toBe(1));
    return { begun };
  });
  await making.begun;
  expect(await phone()).toBe('+1 555 0100');
});
