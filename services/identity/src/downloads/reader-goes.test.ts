import { Readable } from 'node:stream';
import type { Device } from '@koinonia/contracts/identity.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAs, browserAt, type Identity, known, publicUrl, startIdentity } from '../testing/identity.ts';
import { type Neighbours, startNeighbours } from '../testing/neighbours.ts';
import { fileOf } from '../testing/own-words.ts';
import { signInBy } from '../testing/sign-in.ts';

let neighbours: Neighbours;
let identity: Identity;

beforeAll(async () => {
  neighbours = await startNeighbours();
  identity = await startIdentity(neighbours.environment);
});

afterAll(async () => {
  await identity.stop();
  await neighbours.stop();
});

// An error that nobody hears would end the process; the test run fails by it too.
test('a reader who goes while a file is being fetched ends their own download alone', async () => {
  const ben = await known(identity, 'ben');
  const browser = browserAt(identity);
  await signInBy(browser, identity, { sub: 'sub-of-ben', email: 'ben@base.example' });
  const [device] = (await askAs(ben, identity, { path: '/api/session/all' })).body as Device[];
  const download = async () => {
    const asked = { method: 'POST', path: '/api/me/download', sessionId: device?.id ?? '' };
    const { body } = await askAs(ben, identity, asked);
    return browser.ask(publicUrl + (body as { url: string }).url);
  };
  const fetched = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  neighbours.kept.files = [fileOf('late.bin')];
  neighbours.kept.contentOf = async () => {
    fetched.resolve();
    await gone.promise;
    return Readable.from(['x']);
  };

  const cut = await download();
  await fetched.promise;
  await cut.body?.cancel();
  const ends = identity.db.selectFrom('downloads').select('ended_at');
  await eventually(async () => expect(await ends.execute()).toEqual([{ ended_at: expect.any(Date) }]));
  gone.resolve();
  expect((await (await download()).arrayBuffer()).byteLength).toBeGreaterThan(0);
});
