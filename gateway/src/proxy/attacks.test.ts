import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../testing/start-gateway.ts';

let gateway: TestGateway;
let authorization: string;
let uid: string;

beforeAll(async () => {
  gateway = await startGateway({ RATE_LIMIT: 'on', RATE_LIMIT_SIGN_INS: '5' });
  const person = await gateway.signedIn();
  ({ authorization } = person.headers);
  uid = person.uid;
});

afterAll(() => gateway.close());

const everythingSeen = () => [...gateway.groups.seen, ...gateway.chat.seen, ...gateway.media.seen];
/** The calls that identity received, except the access check that the gateway makes every 2 s. */
const askedOfIdentity = () => [...gateway.identity.calls].filter(([path]) => path !== '/internal/access/check');

/** Sends raw bytes, and returns everything that is answered until the connection ends. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.on('close', () => resolve(answer));
    socket.on('error', (error) => (answer ? resolve(answer) : reject(error)));
    socket.write(bytes, 'latin1');
  });
}

const get = (target: string, headers: string[] = []) =>
  raw(
    [
      `GET ${target} HTTP/1.1`,
      'Host: x',
      `Authorization: ${authorization}`,
      ...headers,
      'Connection: close',
      '',
      '',
    ].join('\r\n'),
  );

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

test('whoever says who they are in a header is still only who their token says', async () => {
  const answer = await get('/api/groups', [
    'X-Koinonia-Caller: eyJhbGciOiJub25lIn0.eyJraW5kIjoicHJvY2VzcyJ9.',
    'X_Koinonia_Caller: forged',
    'X-User-Id: admin',
    'X_User_Id: admin',
    'X-Forwarded-User: admin',
    'X-Forwarded-For: 10.9.8.7',
    'X_Forwarded_For: 10.9.8.7',
    'X-Forwarded-Proto: https',
    'X-Forwarded-Host: evil.example',
    'X-Real-IP: 10.9.8.7',
    'Forwarded: for=10.9.8.7',
    'X-Original-URL: /internal/people/resolve',
    'X-HTTP-Method-Override: DELETE',
  ]);
  expect(statusOf(answer)).toBe(200);
  const seen = gateway.groups.seen.at(-1);
  expect(seen).toMatchObject({ method: 'GET', url: '/api/groups', caller: { kind: 'person', uid } });
  expect(JSON.stringify(seen?.headers)).not.toMatch(/admin|10\.9\.8\.7|evil|forged|internal|DELETE/);
  expect(seen?.headers['x-forwarded-for']).toBe('127.0.0.1');
});

test('a forged statement without a token opens nothing', async () => {
  const answer = await fetch(`${gateway.url}/api/groups`, {
    headers: { 'x-koinonia-caller': 'forged', 'x-user-id': uid },
  });
  expect(answer.status).toBe(401);
});

test('the Connection header cannot take away what the gateway says, and takes away what it names', async () => {
  const answer = await raw(
    [
      'GET /api/groups HTTP/1.1',
      'Host: x',
      `Authorization: ${authorization}`,
      'User-Agent: somebody',
      'Connection: close, x-koinonia-caller, X-Request-Id, user-agent',
      '',
      '',
    ].join('\r\n'),
  );
  expect(statusOf(answer)).toBe(200);
  const seen = gateway.groups.seen.at(-1);
  expect(seen?.caller).toMatchObject({ uid });
  expect(seen?.headers).toHaveProperty('x-request-id');
  expect(seen?.headers).not.toHaveProperty('user-agent');
});

test.each([
  '/internal/people/resolve',
  '/api/../internal/people/resolve',
  '/api/groups/../../internal/people/resolve',
  '/api/groups/%2e%2e/%2e%2e/internal/people/resolve',
  '/api/groups/.%2E/internal',
  '/api/groups/..%2f..%2finternal',
  '/api/groups/%2e%2e%5c%2e%2e%5cinternal',
  '/api/groups/..\\..\\internal',
  '/api//groups',
  '//evil.example/api/groups',
  '/api/groups/%00',
  '/api/groups/%zz',
  '/api/groups/%c0%ae%c0%ae/internal',
  '/api/session/../../internal/people/look-up',
  '/api/media/../../internal',
  '/api/media/%2e%2e/%2e%2e/metrics',
  'http://evil.example/api/groups',
  'http://127.0.0.1:8101/internal/people/resolve',
  '/api/groups#/../internal',
  'api/groups',
  '*',
])('%s reaches no service', async (target) => {
  const before = [everythingSeen().length, askedOfIdentity()];
  expect([400, 404]).toContain(statusOf(await get(target)));
  expect([everythingSeen().length, askedOfIdentity()]).toEqual(before);
});

test("the services' own health and metrics stay inside", async () => {
  expect(await (await fetch(`${gateway.url}/metrics`)).text()).toContain('service="gateway"');
  for (const path of ['/api/healthz', '/api/metrics', '/api/chat/../../metrics', '/internal', '/internal/healthz']) {
    expect(statusOf(await get(path)), path).toBeGreaterThanOrEqual(400);
  }
});

test('requests hidden in others are refused (CL.TE, TE.CL, two lengths)', async () => {
  const before = everythingSeen().length;
  const head = ['POST /api/chat/send HTTP/1.1', 'Host: x', `Authorization: ${authorization}`];
  const hidden = 'GET /internal/people HTTP/1.1\r\nHost: x\r\n\r\n';
  const attempts = [
    [...head, `Content-Length: ${hidden.length + 5}`, 'Transfer-Encoding: chunked', '', `0\r\n\r\n${hidden}`],
    [...head, 'Transfer-Encoding: chunked', 'Content-Length: 4', '', `5c\r\n${hidden}\r\n0\r\n\r\n`],
    [...head, 'Content-Length: 0', `Content-Length: ${hidden.length}`, '', hidden],
    [...head, 'Transfer-Encoding: identity, chunked', 'Content-Length: 3', '', `0\r\n\r\n${hidden}`],
    [...head, 'Transfer-Encoding : chunked', '', `0\r\n\r\n${hidden}`],
  ];
  for (const attempt of attempts) expect(statusOf(await raw(attempt.join('\r\n')))).toBe(400);
  expect(everythingSeen().length).toBe(before);
});

test('headers without end are refused', async () => {
  expect(statusOf(await get('/api/groups', [`X-Big: ${'x'.repeat(100_000)}`]))).toBe(431);
});

test('a method that is none of ours is refused', async () => {
  for (const method of ['TRACE', 'CONNECT', 'PUT', 'PROPFIND']) {
    const answer = await raw(
      `${method} /api/groups HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer === '' || statusOf(answer) >= 400, method).toBe(true);
  }
  expect(gateway.groups.seen.every(({ method }) => method === 'GET')).toBe(true);
});

test('a made-up forwarding header gives nobody a fresh count of sign-ins', async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 7; attempt += 1) {
    const headers = { 'x-forwarded-for': `10.0.0.${attempt}`, 'x-real-ip': `10.0.0.${attempt}` };
    statuses.push((await fetch(`${gateway.url}/api/session/google`, { headers, redirect: 'manual' })).status);
  }
  expect(statuses.slice(5)).toEqual([429, 429]);
});

test('an error tells nothing of the inside', async () => {
  for (const path of ['/api/groups/%zz', '/api/nothing', '/api/me']) {
    expect(await (await fetch(gateway.url + path)).text()).not.toMatch(
      /\bat \S+:\d|node_modules|\.ts|127\.0\.0\.1|stack/,
    );
  }
});
