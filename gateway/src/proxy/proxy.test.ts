import { maxPersonChangeBytes } from '@koinonia/contracts/identity.ts';
import { maxCsvCallBytes } from '@koinonia/contracts/invitations.ts';
import { maxAttachmentBytes, maxAvatarBytes } from '@koinonia/contracts/media.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../testing/start-gateway.ts';
import type { Seen } from '../testing/echo-service.ts';

const mebibyte = 1024 * 1024;

let gateway: TestGateway;
let sessionCalls: { url: string; cookie: string | undefined; caller: unknown }[];

beforeAll(async () => {
  sessionCalls = [];
  gateway = await startGateway(
    {},
    {
      identity: {
        routes: (app) =>
          app.all('/api/*', { bodyLimit: 64 * mebibyte }, async (request, reply) => {
            sessionCalls.push({
              url: request.url,
              cookie: request.headers.cookie,
              caller: request.headers['x-koinonia-caller'],
            });
            reply.header('set-cookie', 'session=new; HttpOnly').header('cache-control', 'public, max-age=60');
            return { service: 'identity' };
          }),
      },
      media: {
        routes: (app) =>
          app.get('/api/media/picture', async (_request, reply) => {
            reply.header('content-security-policy', "sandbox; default-src 'none'");
            return reply.header('cache-control', 'private, max-age=60').header('set-cookie', 'a=b').send('picture');
          }),
      },
    },
  );
});

afterAll(() => gateway.close());

const seenBy = async (answer: Response) => (await answer.json()) as Seen;

test.each([
  ['GET', '/api/me', 'identity'],
  ['GET', '/api/user/x', 'identity'],
  ['GET', '/api/users', 'identity'],
  ['PATCH', '/api/users/x', 'identity'],
  ['POST', '/api/update-profile', 'identity'],
  ['POST', '/api/me/deletion-request', 'identity'],
  ['GET', '/api/audit?search=x', 'identity'],
  ['GET', '/api/audit/export', 'identity'],
  ['POST', '/api/invitations', 'identity'],
  ['GET', '/api/session/all', 'identity'],
  ['DELETE', '/api/session/x', 'identity'],
  ['GET', '/api/groups', 'groups'],
  ['POST', '/api/groups', 'groups'],
  ['PATCH', '/api/groups/x', 'groups'],
  ['DELETE', '/api/groups/x', 'groups'],
  ['GET', '/api/chat', 'chat'],
  ['POST', '/api/chat/create', 'chat'],
  ['GET', '/api/chat/x/messages?limit=5&after=2', 'chat'],
  ['POST', '/api/chat/send', 'chat'],
  ['POST', '/api/chat/react', 'chat'],
  ['POST', '/api/chat/x/read', 'chat'],
  ['DELETE', '/api/chat/x', 'chat'],
  ['PATCH', '/api/chat/x', 'chat'],
  ['POST', '/api/chat/x/attachment', 'media'],
  ['POST', '/api/upload-avatar', 'media'],
  ['GET', '/api/media/avatars/x', 'media'],
])('%s %s goes to %s, and only for somebody who is signed in', async (method, path, service) => {
  const anonymous = await fetch(gateway.url + path, { method });
  expect([anonymous.status, await anonymous.json()]).toEqual([
    401,
    { error: 'Please sign in.', code: 'unauthenticated' },
  ]);
  const answer = await gateway.call(path, { method });
  expect(answer.status).toBe(200);
  expect((await seenBy(answer)).service).toBe(service);
});

test('a service is told who is calling, in a statement meant for it alone', async () => {
  const { uid, sessionId, headers } = await gateway.signedIn();
  const seen = await seenBy(await gateway.call('/api/groups?all=1', { headers }));
  expect(seen).toMatchObject({ url: '/api/groups?all=1', caller: { kind: 'person', uid, sessionId } });
  const idToken = await gateway.issuer.sign({ sub: 'by-id-token' });
  const byIdToken = await seenBy(await gateway.call('/api/chat', { headers: { authorization: `Bearer ${idToken}` } }));
  expect(byIdToken.caller).toMatchObject({ uid: gateway.identity.uidOf('by-id-token'), sessionId: null });
});

test('neither the token nor a cookie reaches a service', async () => {
  const seen = await seenBy(await gateway.call('/api/chat', { headers: { cookie: 'session=x' } }));
  expect(seen.headers).not.toHaveProperty('authorization');
  expect(seen.headers).not.toHaveProperty('cookie');
});

test.each([
  ['GET', '/api/session/google?display=popup'],
  ['GET', '/api/session/callback?code=x'],
  ['POST', '/api/session/token'],
  ['DELETE', '/api/session'],
])('%s %s is for anyone, with their cookies, and may set some', async (method, path) => {
  const answer = await fetch(gateway.url + path, { method, headers: { cookie: 'session=mine' } });
  expect(answer.status).toBe(200);
  expect(sessionCalls.at(-1)).toMatchObject({ url: path, cookie: 'session=mine' });
  expect(answer.headers.get('set-cookie')).toBe('session=new; HttpOnly');
});

test('no other call gets cookies or may set one', async () => {
  const answer = await gateway.call('/api/me', { headers: { cookie: 'session=mine' } });
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(sessionCalls.at(-1)?.cookie).toBeUndefined();
});

test("nothing of the API is kept by a browser, whatever a service says, but the media service's files", async () => {
  for (const path of ['/api/me', '/api/groups', '/api/nothing', '/api/config', '/%61pi/config']) {
    expect((await gateway.call(path)).headers.get('cache-control'), path).toBe('no-store');
  }
  expect((await fetch(`${gateway.url}/api/media/picture`)).headers.get('cache-control')).toBe('no-store');
  const picture = await gateway.call('/api/media/picture');
  expect(picture.headers.get('cache-control')).toBe('private, max-age=60');
  expect(picture.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
  expect(picture.headers.get('set-cookie')).toBeNull();
});

test('files may be read by the session cookie, and nothing else may', async () => {
  const { uid, sessionId } = await gateway.signedIn();
  const headers = { cookie: `other=1; session=${sessionId}` };
  const file = await fetch(`${gateway.url}/api/media/files/x`, { headers });
  expect((await seenBy(file)).caller).toMatchObject({ kind: 'person', uid, sessionId });
  expect((await fetch(`${gateway.url}/api/media/files/x`, { method: 'HEAD', headers })).status).toBe(200);
  expect((await fetch(`${gateway.url}/api/media/files/x`, { headers: { cookie: 'session=none' } })).status).toBe(401);
  for (const path of ['/api/me', '/api/chat', '/api/groups', '/api/session/all']) {
    expect((await fetch(gateway.url + path, { headers })).status, path).toBe(401);
  }
  for (const authorization of ['Bearer nonsense', 'Bearer', 'Basic cnV0aDpzZWNyZXQ=']) {
    const wrong = { ...headers, authorization };
    expect((await fetch(`${gateway.url}/api/media/files/x`, { headers: wrong })).status, authorization).toBe(401);
  }
});

test('a body goes through byte by byte, even one that is no JSON', async () => {
  for (const body of ['{"text":"Amen  \\u00e9", "a":1e400}', 'no json', '{"a":']) {
    const answer = await gateway.call('/api/chat/send', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(200);
    expect(gateway.chat.seen.at(-1)?.body).toBe(body);
  }
});

test('a body over the limit is refused with 413 that the caller gets to read, whether its length is told or not', async () => {
  const before = gateway.chat.seen.length;
  const big = 'x'.repeat(4 * mebibyte);
  const told = await gateway.call('/api/chat/send', { method: 'POST', body: big });
  expect([told.status, ((await told.json()) as { code: string }).code]).toEqual([413, 'too_large']);
  const untold = await gateway.call('/api/chat/send', { method: 'POST', body: streamOf(4 * mebibyte), duplex: 'half' });
  expect(untold.status).toBe(413);
  expect(gateway.chat.seen.length).toBe(before);
});

test.each([
  ['a list of people to invite', 'POST', '/api/invitations', maxCsvCallBytes],
  ['the groups of a person', 'PATCH', '/api/users/x', maxPersonChangeBytes],
])('%s may be longer than other calls', async (_, method, path, most) => {
  const headers = { 'content-type': 'application/json' };
  const send = (size: number) => gateway.call(path, { method, body: JSON.stringify('x'.repeat(size - 2)), headers });
  expect((await send(most)).status).toBe(200);
  expect((await send(most + 1)).status).toBe(413);
});

test('an upload of the largest size goes through', async () => {
  const body = new Uint8Array(maxAttachmentBytes);
  const answer = await gateway.call('/api/chat/x/attachment', { method: 'POST', body });
  expect(answer.status).toBe(200);
  expect(gateway.media.seen.at(-1)?.body.length).toBe(maxAttachmentBytes);
  expect(gateway.media.seen.at(-1)?.headers['content-length']).toBe(String(maxAttachmentBytes));
});

test.each([
  ['/api/chat/x/attachment', maxAttachmentBytes + mebibyte],
  ['/api/upload-avatar', maxAvatarBytes + mebibyte],
])('an upload to %s that is too large is cut while it comes, and its sender reads why', async (path, size) => {
  const before = gateway.media.seen.length;
  const told = await gateway.call(path, { method: 'POST', body: new Uint8Array(size) });
  expect([told.status, ((await told.json()) as { code: string }).code]).toEqual([413, 'too_large']);
  const untold = await gateway.call(path, { method: 'POST', body: streamOf(size), duplex: 'half' });
  expect(untold.status).toBe(413);
  expect(gateway.media.seen.length).toBe(before);
});

test('an upload without end is cut', async () => {
  const answer = await gateway.call('/api/upload-avatar', { method: 'POST', body: streamOf(Infinity), duplex: 'half' });
  expect(answer.status).toBe(413);
});

test('an unknown address of the API is a JSON 404', async () => {
  for (const [method, path] of [
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['GET', '/%61pi/nothing'],
    ['POST', '/api/nothing'],
    ['PUT', '/api/groups'],
    ['OPTIONS', '/api/chat'],
    ['POST', '/api/media/x'],
    ['GET', '/api/upload-avatar'],
    ['GET', '/api/apichat'],
    ['GET', '/api/chat/'],
  ] as const) {
    const answer = await gateway.call(path, { method });
    expect([path, answer.status < 500 && answer.headers.get('content-type')]).toEqual([
      path,
      'application/json; charset=utf-8',
    ]);
    if (path !== '/api/chat/') expect(await answer.json()).toMatchObject({ code: 'not_found' });
  }
});

test('the configuration that is public holds nothing secret', async () => {
  const answer = await fetch(`${gateway.url}/api/config`);
  expect(await answer.json()).toEqual({ orgName: 'Local Base', domain: 'base.example', signIn: 'google' });
});

test('a request has an id of our own on all its way', async () => {
  const answer = await gateway.call('/api/groups', { headers: { 'x-request-id': 'mine' } });
  const { headers } = await seenBy(answer);
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

test('what one person got never reaches another over the same connections', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => gateway.signedIn()));
  const calls = Array.from({ length: 80 }, (_, index) => people[index % people.length]);
  for (const [index, seen] of (
    await Promise.all(
      calls.map(async (person) => seenBy(await gateway.call('/api/groups', { headers: person?.headers ?? {} }))),
    )
  ).entries()) {
    expect(seen.caller).toMatchObject({ uid: calls[index]?.uid });
  }
});

test("a deactivated person's token is worth nothing within moments", async () => {
  const { uid, headers } = await gateway.signedIn();
  expect((await gateway.call('/api/groups', { headers })).status).toBe(200);
  gateway.identity.deactivate(uid);
  await gateway.bus.publish('accessEnded', { sessions: [], people: [uid] });
  await expect
    .poll(async () => (await gateway.call('/api/groups', { headers })).json())
    .toEqual({ error: 'This account has been deactivated.', code: 'account_deactivated' });
});

test('a good token of somebody from elsewhere is told so', async () => {
  const token = await gateway.issuer.sign({ email: 'ruth@elsewhere.example', hd: undefined });
  const answer = await gateway.call('/api/me', { headers: { authorization: `Bearer ${token}` } });
  expect([answer.status, await answer.json()]).toEqual([
    403,
    { error: 'Access restricted to base.example emails', code: 'domain_restricted' },
  ]);
});

/** A body whose length is not announced. */
function streamOf(bytes: number): ReadableStream<Uint8Array> {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close();
      controller.enqueue(new Uint8Array(65_536));
      left -= 65_536;
    },
  });
}
