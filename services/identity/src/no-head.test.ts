import type { Device } from '@koinonia/contracts/identity.ts';
import type { TestBrowser } from '@koinonia/kit/testing/browser.ts';
import { headersOf } from '@koinonia/kit/testing/callers.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAs, browserAt, type Identity, known, publicUrl, startIdentity } from './testing/identity.ts';
import { type Neighbours, startNeighbours } from './testing/neighbours.ts';
import { chooseAccount, leaveForIssuer, signInBy } from './testing/sign-in.ts';

let neighbours: Neighbours;
let identity: Identity;
let ruth: string;

beforeAll(async () => {
  neighbours = await startNeighbours();
  identity = await startIdentity(neighbours.environment);
  ruth = await known(identity, 'ruth');
});

afterAll(async () => {
  await identity.stop();
  await neighbours.stop();
});

const statusOf = async (browser: TestBrowser, address: string, method: string) =>
  (await browser.ask(address, { method })).status;

test('whoever only asks about a prepared download has not read it', async () => {
  const browser = browserAt(identity);
  await signInBy(browser, identity, { sub: 'sub-of-ruth', email: 'ruth@base.example' });
  const { body: devices } = await askAs(ruth, identity, { path: '/api/session/all' });
  const sessionId = (devices as Device[])[0]!.id;
  const prepared = await askAs(ruth, identity, { method: 'POST', path: '/api/me/download', sessionId });
  const address = publicUrl + (prepared.body as { url: string }).url;
  expect(await statusOf(browser, address, 'HEAD')).toBe(404);
  expect(await statusOf(browser, address, 'GET')).toBe(200);
});

test('a way back from the issuer that somebody only asks about still signs in', async () => {
  const browser = browserAt(identity);
  const back = await chooseAccount(browser, await leaveForIssuer(browser, identity));
  expect(await statusOf(browser, back, 'HEAD')).toBe(404);
  expect((await browser.ask(back)).headers.get('location')).toBe('/signed-in.html?outcome=ok');
});

test.each(['/api/users/export', '/api/audit/export'])('to ask about %s is recorded as no export', async (path) => {
  const lines = async () => (await askAs(ruth, identity, { path: '/api/audit' })).body as { total: number };
  const { total } = await lines();
  const { status } = await fetch(identity.url + path, { method: 'HEAD', headers: await headersOf(ruth, 'identity') });
  expect(status).toBe(404);
  expect(await lines()).toMatchObject({ total });
});
