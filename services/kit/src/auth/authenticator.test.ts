import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { base64url, type CryptoKey, exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Bus } from '../bus/bus.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { createCallerSigner } from '../caller-statement.ts';
import { createLog } from '../log.ts';
import { createServiceClient, type ServiceClient } from '../service-client.ts';
import { createServiceNodes } from '../service-nodes.ts';
import { testSecret } from '../testing/callers.ts';
import { type IdentityStandIn, startIdentityStandIn } from '../testing/identity-stand-in.ts';
import { startTestIssuer, type TestIssuer } from '../testing/issuer.ts';
import { type AccessWatch, createAccessWatch } from './access-watch.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';
import { verifyIdToken } from './id-token.ts';
import { createIssuerKeys, type IssuerKeys } from './issuer-keys.ts';
import { signSessionToken } from './session-token.ts';

const domain = 'base.example';
const log = createLog('silent', 'test');
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

let issuer: TestIssuer;
let identity: IdentityStandIn;
let client: ServiceClient;
let bus: Bus;
let watch: AccessWatch;
let keys: IssuerKeys;
let authenticator: Authenticator;

beforeAll(async () => {
  issuer = await startTestIssuer({ domain });
  identity = await startIdentityStandIn();
  client = createServiceClient({
    nodes: createServiceNodes([identity.url]),
    audience: 'identity',
    as: 'test',
    sign: createCallerSigner(testSecret),
  });
  bus = createMemoryBus(log);
  watch = createAccessWatch({ identity: client, bus, log });
  keys = createIssuerKeys(issuer.url, log);
  authenticator = createAuthenticator({
    internalSecret: testSecret,
    settings: () => ({ issuer: issuer.url, clientId: issuer.clientId, domain }),
    keys: () => keys,
    identity: client,
    watch,
  });
});

afterAll(async () => {
  watch.close();
  keys.close();
  await client.close();
  await identity.close();
  await issuer.close();
});

/** What becomes of a token: the uid, or the code of its refusal. */
const outcomeOf = (token: string) =>
  authenticator.authenticate(token).then(
    (who) => who.uid,
    (error: { code: string }) => error.code,
  );

const outcomeWith = async (claims: JWTPayload, header?: Parameters<TestIssuer['sign']>[1]) =>
  outcomeOf(await issuer.sign({ sub: randomUUID(), ...claims }, header));

test('a good ID token is the person of its subject, however often and under whatever address it comes', async () => {
  const first = await outcomeOf(await issuer.sign({ sub: 'naomi', email: `naomi@${domain}` }));
  expect(first).toBe(identity.uidOf('naomi'));
  expect(await outcomeOf(await issuer.sign({ sub: 'naomi', email: `n.okoro@${domain}` }))).toBe(first);
  expect(await outcomeOf(await issuer.sign({ sub: 'another-naomi', email: `naomi@${domain}` }))).not.toBe(first);
});

test('ES256 is taken as well as RS256', async () => {
  expect(await outcomeWith({ sub: 'elliptic' }, { alg: 'ES256' })).toBe(identity.uidOf('elliptic'));
});

test.each<[string, JWTPayload]>([
  ['for another client', { aud: 'somebody-else' }],
  ['for two clients', { aud: ['koinonia-tests', 'somebody-else'] }],
  ['for our client in a list', { aud: ['koinonia-tests'] }],
  ['given to another party', { azp: 'somebody-else' }],
  ['of another issuer', { iss: 'https://evil.example' }],
  ['that calls itself our own', { iss: 'koinonia', aud: 'koinonia' }],
  ['without an end', { exp: undefined }],
  ['that has ended', { exp: inSeconds(-60) }],
  ['without a beginning', { iat: undefined }],
  ['from the future', { iat: inSeconds(120) }],
  ['of nobody', { sub: '' }],
])('a token %s is refused, and nobody is created', async (_, claims) => {
  const before = identity.calls.get('/internal/people/resolve');
  expect(await outcomeWith(claims)).toBe('unauthenticated');
  expect(identity.calls.get('/internal/people/resolve')).toBe(before);
});

test('a token whose clock is a few seconds off is taken', async () => {
  expect(await outcomeWith({ sub: 'skewed', iat: inSeconds(15) })).toBe(identity.uidOf('skewed'));
});

test.each<[string, JWTPayload]>([
  ['of another domain', { email: 'ruth@gmail.example', hd: undefined }],
  ['of a domain that ends like ours', { email: `x@evil${domain}` }],
  ['of a domain that begins like ours', { email: `x@${domain}.evil` }],
  ['with two @', { email: `x@${domain}@evil.example` }],
  ['without an address', { email: undefined }],
  ['with an address that is not verified', { email_verified: false }],
  ['with an address that is verified in words', { email_verified: 'true' }],
  ['of another organisation on our address', { hd: 'other.example' }],
  ['of an organisation without a name', { hd: '' }],
])('a good token %s is turned away by the domain rule, and nobody is created', async (_, claims) => {
  const before = identity.calls.get('/internal/people/resolve');
  expect(await outcomeWith(claims)).toBe('domain_restricted');
  expect(identity.calls.get('/internal/people/resolve')).toBe(before);
});

test("another issuer's token needs no hd, and letter case is no matter", async () => {
  expect(await outcomeWith({ sub: 'no-hd', hd: undefined })).toBe(identity.uidOf('no-hd'));
  expect(await outcomeWith({ sub: 'shout', email: `Ruth@${domain.toUpperCase()}`, hd: 'BASE.Example' })).toBe(
    identity.uidOf('shout'),
  );
});

test("Google's own tokens need the organisation's hd, and come under either spelling of Google's name", async () => {
  const google = { issuer: 'https://accounts.google.com', clientId: issuer.clientId, domain };
  const atGoogle = async (claims: JWTPayload) =>
    verifyIdToken(await issuer.sign({ sub: 'at-google', ...claims }), google, keys).then(
      ({ identity: { issuer: of, subject } }) => `${of} ${subject}`,
      (error: { code: string }) => error.code,
    );
  expect(await atGoogle({ iss: 'https://accounts.google.com' })).toBe('https://accounts.google.com at-google');
  expect(await atGoogle({ iss: 'accounts.google.com' })).toBe('https://accounts.google.com at-google');
  // Anyone can open a private Google account on a work address: verified, and without `hd`.
  expect(await atGoogle({ iss: 'accounts.google.com', hd: undefined })).toBe('domain_restricted');
  expect(await atGoogle({})).toBe('unauthenticated');
});

test('forged signatures are refused: none, the public key as a secret, a foreign key, a changed payload', async () => {
  const claims = { iss: issuer.url, aud: issuer.clientId, sub: 'x', email: `x@${domain}`, email_verified: true, hd: domain };
  const encode = (value: object) => base64url.encode(JSON.stringify(value));
  const payload = encode({ ...claims, iat: inSeconds(0), exp: inSeconds(600) });
  const foreign = await generateKeyPair('RS256');
  const asSecret = async (secret: Uint8Array) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'rsa' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(secret);
  const publicKey = await importJWK(issuer.publicKey, 'RS256', { extractable: true });
  const [header, , signature] = (await issuer.sign()).split('.');

  const forged = [
    `${encode({ alg: 'none' })}.${payload}.`,
    `${encode({ alg: 'None', kid: 'rsa' })}.${payload}.`,
    await asSecret(new TextEncoder().encode(JSON.stringify(issuer.publicKey))),
    await asSecret(new TextEncoder().encode(await exportSPKI(publicKey as CryptoKey))),
    await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'rsa' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(foreign.privateKey),
    `${header}.${payload}.${signature}`,
    `${header}.${payload}`,
    'not a token',
    '',
    'a'.repeat(9000),
  ];
  for (const token of forged) expect(await outcomeOf(token), token.slice(0, 80)).toBe('unauthenticated');
});

test("hints in the token's own header of where a key could be found are never followed", async () => {
  let asked = 0;
  const evil = createServer((_, response) => {
    asked += 1;
    response.end('{"keys":[]}');
  });
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  const address = evil.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/keys`;
  const foreign = await generateKeyPair('RS256', { extractable: true });
  const hints: Record<string, unknown>[] = [{ jku: url }, { x5u: url }, { jwk: { ...issuer.publicKey, kid: 'theirs' } }];
  for (const hint of hints) {
    const token = await new SignJWT({ email: `x@${domain}`, email_verified: true, hd: domain })
      .setProtectedHeader({ alg: 'RS256', kid: 'theirs', ...hint })
      .setIssuer(issuer.url)
      .setAudience(issuer.clientId)
      .setSubject('x')
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(foreign.privateKey);
    expect(await outcomeOf(token)).toBe('unauthenticated');
  }
  evil.close();
  expect(asked).toBe(0);
});

test('a thousand tokens with made-up key ids make at most one more question to the issuer', async () => {
  await outcomeWith({});
  const before = issuer.keyRequests();
  const outcomes = await Promise.all(
    Array.from({ length: 1000 }, async () => outcomeWith({}, { kid: randomBytes(8).toString('hex') })),
  );
  expect(new Set(outcomes)).toEqual(new Set(['unauthenticated']));
  expect(issuer.keyRequests() - before).toBeLessThanOrEqual(1);
  expect(await outcomeWith({ sub: 'still-good' })).toBe(identity.uidOf('still-good'));
});

test('once its keys are known the issuer may be away', async () => {
  const leaving = await startTestIssuer({ domain });
  const its = createIssuerKeys(leaving.url, log);
  const known = createAuthenticator({
    internalSecret: testSecret,
    settings: () => ({ issuer: leaving.url, clientId: leaving.clientId, domain }),
    keys: () => its,
    identity: client,
    watch,
  });
  const tokens = await Promise.all(['before', 'after'].map((sub) => leaving.sign({ sub })));
  await known.authenticate(tokens[0] ?? '');
  const unknownKey = await leaving.sign({}, { kid: 'unknown' });
  await leaving.close();
  const { uid } = await known.authenticate(tokens[1] ?? '');
  expect(uid).toBe(identity.uidOf('after'));
  await expect(known.authenticate(unknownKey)).rejects.toMatchObject({ code: 'unauthenticated' });
  its.close();
});

test('an issuer that never answered is no reason to call a token bad', async () => {
  const its = createIssuerKeys('http://127.0.0.1:1', log);
  const unreachable = createAuthenticator({
    internalSecret: testSecret,
    settings: () => ({ issuer: issuer.url, clientId: issuer.clientId, domain }),
    keys: () => its,
    identity: client,
    watch,
  });
  await expect(unreachable.authenticate(await issuer.sign())).rejects.toMatchObject({ code: 'unavailable' });
  its.close();
});

test('a session token is the person of its session, and asks identity once for calls that come together', async () => {
  const session = identity.startSession();
  const { token } = await signSessionToken(testSecret, session);
  const before = identity.calls.get('/internal/access/check') ?? 0;
  const all = await Promise.all(Array.from({ length: 20 }, () => authenticator.authenticate(token)));
  expect(new Set(all.map(({ uid }) => uid))).toEqual(new Set([session.uid]));
  // One question for the twenty, and perhaps one of the sweep.
  expect((identity.calls.get('/internal/access/check') ?? 0) - before).toBeLessThanOrEqual(2);
});

test('a session token signed with another secret, or for a session that is not there, is refused', async () => {
  const session = identity.startSession();
  const foreign = await signSessionToken('another secret of thirty-two characters', session);
  expect(await outcomeOf(foreign.token)).toBe('unauthenticated');
  const gone = await signSessionToken(testSecret, { uid: session.uid, sessionId: randomUUID() });
  expect(await outcomeOf(gone.token)).toBe('unauthenticated');
});

test('a session cookie is the person of its session', async () => {
  const { uid, sessionId } = identity.startSession();
  await expect(authenticator.authenticateCookie(sessionId)).resolves.toMatchObject({ uid, sessionId });
  await expect(authenticator.authenticateCookie('none')).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(authenticator.authenticateCookie('a'.repeat(600))).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('a cookie is no Bearer token', async () => {
  const { sessionId } = identity.startSession();
  await authenticator.authenticateCookie(sessionId);
  expect(await outcomeOf(sessionId)).toBe('unauthenticated');
});

test('who is deactivated is told so, with either kind of token and with a cookie', async () => {
  const { uid, sessionId } = identity.startSession();
  identity.deactivate(uid);
  expect(await outcomeOf((await signSessionToken(testSecret, { uid, sessionId })).token)).toBe('account_deactivated');
  await expect(authenticator.authenticateCookie(sessionId)).rejects.toMatchObject({ code: 'account_deactivated' });
  const idToken = await issuer.sign({ sub: 'leaver' });
  await outcomeOf(idToken);
  identity.deactivate(identity.uidOf('leaver') ?? '');
  await bus.publish('accessEnded', { sessions: [], people: [identity.uidOf('leaver') ?? ''] });
  await vi.waitFor(async () => expect(await outcomeOf(idToken)).toBe('account_deactivated'));
});

test('an ended session stops at once when the bus tells it', async () => {
  const session = identity.startSession();
  const { token } = await signSessionToken(testSecret, session);
  expect(await outcomeOf(token)).toBe(session.uid);
  identity.endSession(session.sessionId);
  await bus.publish('accessEnded', { sessions: [session.sessionId], people: [] });
  await vi.waitFor(async () => expect(await outcomeOf(token)).toBe('unauthenticated'), { interval: 5, timeout: 1000 });
});

test('an ended session stops within 5 s when the bus tells nothing', async () => {
  const session = identity.startSession();
  const { token } = await signSessionToken(testSecret, session);
  expect(await outcomeOf(token)).toBe(session.uid);
  identity.endSession(session.sessionId);
  await vi.waitFor(async () => expect(await outcomeOf(token)).toBe('unauthenticated'), { interval: 100, timeout: 5000 });
});
