import { Readable } from 'node:stream';
import type { Device } from '@koinonia/contracts/identity.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAs, browserAt, type Identity, known, publicUrl, startIdentity } from '../testing/identity.ts';
import { type Neighbours, startNeighbours } from '../testing/neighbours.ts';
import { fileOf } from '../testing/own-words.ts';
import { signInBy } from '../testing/sign-in.ts';
import { entriesOf } from '../testing/unzip.ts';

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

/** Downloads of one new person, one after another. */
async function downloads(name: string): Promise<() => Promise<Response>> {
  const uid = await known(identity, name);
  const browser = browserAt(identity);
  await signInBy(browser, identity, { sub: `sub-of-${name}`, email: `${name}@base.example` });
  const [device] = (await askAs(uid, identity, { path: '/api/session/all' })).body as Device[];
  return async () => {
    const asked = { method: 'POST', path: '/api/me/download', sessionId: device?.id ?? '' };
    const { body } = await askAs(uid, identity, asked);
    return browser.ask(publicUrl + (body as { url: string }).url);
  };
}

// An error that nobody hears would end the process; the test run fails by it too.
test('a reader who goes while a file is being fetched ends their own download alone', async () => {
  const download = await downloads('ben');
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

test('a file that media cannot read is left out, and the page of files says so', async () => {
  const download = await downloads('eva');
  const [damaged, whole] = [fileOf('damaged.bin'), fileOf('whole.bin')];
  neighbours.kept.files = [damaged, whole];
  neighbours.kept.contentOf = (id) => {
    if (id === damaged.id) throw new Error('it ends after 3 bytes, within its head');
    return Readable.from(['x']);
  };
  const entries = await entriesOf(Buffer.from(await (await download()).arrayBuffer()));
  expect([...entries.keys()].filter((name) => name.endsWith('.bin'))).toEqual([expect.stringContaining('whole')]);
  expect(entries.get('files.html')).toMatch(/damaged\.bin[^]*could not be read[^]*whole\.bin/);
});
