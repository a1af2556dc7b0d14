import type { Service } from '@koinonia/kit/http/build-service.ts';
import { request } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { statuses } from '../testing/statuses.ts';

let gateway: TestGateway | undefined;

afterEach(async () => {
  await gateway?.close();
  gateway = undefined;
});

const few = { RATE_LIMIT: 'on', RATE_LIMIT_SIGN_INS: '2', RATE_LIMIT_CALLBACKS: '3', RATE_LIMIT_REFUSED: '4' };

const start = async () => (gateway = await startGateway(few));

test('sign-ins are counted by address, and calls with a session token are not among them', async () => {
  const gateway = await start();
  const signIn = () => fetch(`${gateway.url}/api/session/google`, { redirect: 'manual' });
  expect(await statuses(3, signIn)).toEqual([404, 404, 429]);
  expect((await fetch(`${gateway.url}/api/session/token`, { method: 'POST' })).status).toBe(404);
});

test('a browser that shows a refused sign-in as a page is led to the one that says so', async () => {
  const gateway = await start();
  // `fetch` sets this header itself.
  const visit = async (path: string, mode = 'navigate') => {
    const answer = await request(`${gateway.url}/api/session/${path}`, { headers: { 'sec-fetch-mode': mode } });
    return [answer.statusCode, answer.headers['location'], answer.headers['content-type'], await answer.body.text()];
  };
  expect(await statuses(3, () => fetch(`${gateway.url}/api/session/google`, { redirect: 'manual' }))).toContain(429);
  const popup = '/signed-in.html?outcome=too_many';
  expect(await visit('google?display=popup')).toEqual([302, popup, undefined, '']);
  expect(await visit('google')).toEqual([302, '/?signIn=too_many', undefined, '']);
  expect(await visit('google', 'cors')).toEqual([
    429,
    undefined,
    'application/json; charset=utf-8',
    expect.any(String),
  ]);
});

test('a page of another site uses up nobody’s sign-ins, however it makes a browser load the address', async () => {
  const gateway = await start();
  const ask = (site: string, dest: string, more: Record<string, string> = {}) => {
    const mode = dest === 'document' || dest === 'iframe' ? 'navigate' : 'no-cors';
    const headers = { 'sec-fetch-site': site, 'sec-fetch-dest': dest, 'sec-fetch-mode': mode, ...more };
    return request(`${gateway.url}/api/session/google`, { headers }).then(
      async ({ statusCode, headers: told, body }) => {
        await body.dump();
        return told['location'] ?? statusCode;
      },
    );
  };
  const pressed = { 'sec-fetch-user': '?1' };
  for (const site of ['cross-site', 'same-site']) {
    for (const dest of ['image', 'empty']) expect(await ask(site, dest)).toBe(403);
    // A frame, and a page that a script leads here.
    for (const dest of ['iframe', 'document']) expect(await ask(site, dest)).toBe('/?signIn=failed');
  }
  for (const site of ['cross-site', 'same-origin', 'none']) {
    const inAdvance = { ...pressed, 'sec-purpose': 'prefetch;prerender' };
    expect(await ask(site, 'document', inAdvance)).toBe(403);
  }
  // A link to it may stand anywhere, and our own page opens it by a script.
  expect(await ask('cross-site', 'document', pressed)).toBe(404);
  expect(await ask('same-origin', 'document')).toBe(404);
  expect(await ask('none', 'document', pressed)).toBe('/?signIn=too_many');
});

/** Identity, to which each sign-in comes back well. */
async function startWithCallback() {
  let came = 0;
  const routes = (app: Service) =>
    app.get('/api/session/callback', (_request, reply) => {
      came += 1;
      return reply.redirect('/home');
    });
  const { url } = (gateway = await startGateway(few, { identity: { routes } }));
  const visit = async (cookie: string) => {
    const headers = { 'sec-fetch-mode': 'navigate', cookie };
    const answer = await request(`${url}/api/session/callback?state=popup.x&code=x`, { headers });
    await answer.body.dump();
    return answer.headers['location'];
  };
  return { visit, came: () => came, url };
}

const begun = 'session=x; sign-in-0123456789abcdef=x';
const tooMany = '/signed-in.html?outcome=too_many';

test('sign-ins that come back are counted by address, so that none is tried at the issuer again and again', async () => {
  const { visit, came, url } = await startWithCallback();
  for (const to of ['/home', '/home', '/home', tooMany, tooMany]) expect(await visit(begun)).toBe(to);
  expect(came()).toBe(3);
  // Somebody there may still begin one.
  expect((await fetch(`${url}/api/session/google`, { redirect: 'manual' })).status).toBe(404);
});

test('a page of another site uses up nobody’s sign-ins that come back', async () => {
  const { visit } = await startWithCallback();
  for (const to of ['/home', '/home', '/home', '/home', tooMany]) expect(await visit('session=x')).toBe(to);
  expect(await visit(begun)).toBe('/home');
});
