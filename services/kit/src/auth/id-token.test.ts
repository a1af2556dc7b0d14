import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { base64url, type CryptoKey, exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../observing/log.ts';
import { startTestAuthenticator, type TestAuthenticator, testDomain as domain } from '../testing/authenticator.ts';
import type { IdentityStandIn } from '../testing/identity-stand-in.ts';
import { startTestIssuer, type TestIssuer } from '../testing/issuer.ts';
import { verifyIdToken } from './id-token.ts';
import { createIssuerKeys } from './issuer-keys.ts';

const log = createLog('silent', 'test');
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

let access: TestAuthenticator;
let issuer: TestIssuer;
let identity: IdentityStandIn;

beforeAll(async () => {
  access = await startTestAuthenticator();
  ({ issuer, identity } = access);
});

afterAll(() => access.close());

const outcomeWith = async (claims: JWTPayload, header?: Parameters<TestIssuer['sign']>[1]) =>
  access.outcomeOf(await issuer.sign({ sub: randomUUID(), ...claims }, header));

test('a good ID token is the person of its subject, however often and under whatever address it comes', async () => {
  const first = await access.outcomeOf(await issuer.sign({ sub: 'naomi', email: `naomi@${domain}` }));
  expect(first).toBe(identity.uidOf('naomi'));
  expect(await access.outcomeOf(await issuer.sign({ sub: 'naomi', email: `n.okoro@${domain}` }))).toBe(first);
  expect(await access.outcomeOf(await issuer.sign({ sub: 'another-naomi', email: `naomi@${domain}` }))).not.toBe(first);
});

test('ES256 is taken as well as RS256', async () => {
  expect(await outcomeWith({ sub: 'elliptic' }, { alg: 'ES256' })).toBe(identity.uidOf('elliptic'));
});

// As functions, because this test may run long after they were listed.
test.each<[string, () => JWTPayload]>([
  ['for another client', () => ({ aud: 'somebody-else' })],
  ['for two clients', () => ({ aud: ['koinonia-tests', 'somebody-else'] })],
  ['for our client in a list', () => ({ aud: ['koinonia-tests'] })],
  ['given to another party', () => ({ azp: 'somebody-else' })],
  ['of another issuer', () => ({ iss: 'https://evil.example' })],
  ['that calls itself our own', () => ({ iss: 'koinonia', aud: 'koinonia' })],
  ['without an end', () => ({ exp: undefined })],
  ['that has ended', () => ({ exp: inSeconds(-60) })],
  ['without a beginning', () => ({ iat: undefined })],
  ['from the future', () => ({ iat: inSeconds(120) })],
  ['of nobody', () => ({ sub: '' })],
  ['of a subject that cannot be stored', () => ({ sub: 'a\0b' })],
  ['of a subject that would be stored as another', () => ({ sub: 'a\ud800b' })],
])('a token %s is refused, and nobody is created', async (_, claims) => {
  const before = identity.calls.get('/internal/people/resolve');
  expect(await outcomeWith(claims())).toBe('unauthenticated');
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
  ['that says nothing of whether its address is verified', { email_verified: undefined }],
  ['with an address that cannot be stored', { email: `a\0b@${domain}` }],
  ['with half a character in its address', { email: `a\ud800b@${domain}` }],
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
    verifyIdToken(await issuer.sign({ sub: 'at-google', ...claims }), google, access.keys).then(
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
  const claims = {
    iss: issuer.url,
    aud: issuer.clientId,
    sub: 'x',
    email: `x@${domain}`,
    email_verified: true,
    hd: domain,
  };
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
  for (const token of forged) expect(await access.outcomeOf(token), token.slice(0, 80)).toBe('unauthenticated');
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
  const hints: Record<string, unknown>[] = [
    { jku: url },
    { x5u: url },
    { jwk: { ...issuer.publicKey, kid: 'theirs' } },
  ];
  for (const hint of hints) {
    const token = await new SignJWT({ email: `x@${domain}`, email_verified: true, hd: domain })
      .setProtectedHeader({ alg: 'RS256', kid: 'theirs', ...hint })
      .setIssuer(issuer.url)
      .setAudience(issuer.clientId)
      .setSubject('x')
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(foreign.privateKey);
    expect(await access.outcomeOf(token)).toBe('unauthenticated');
  }
  evil.close();
  expect(asked).toBe(0);
});

test('a thousand tokens with made-up key ids make at most one more question to the issuer', async () => {
  await outcomeWith({});
  // Signed first: signing may take longer than the time after which the issuer may be asked again.
  const tokens = await Promise.all(
    Array.from({ length: 1000 }, () => issuer.sign({ sub: 'x' }, { kid: randomBytes(8).toString('hex') })),
  );
  const before = issuer.keyRequests();
  const outcomes = await Promise.all(tokens.map(access.outcomeOf));
  expect(new Set(outcomes)).toEqual(new Set(['unauthenticated']));
  expect(issuer.keyRequests() - before).toBeLessThanOrEqual(1);
  expect(await outcomeWith({ sub: 'still-good' })).toBe(identity.uidOf('still-good'));
});

test('a hundred tokens whose signature is wrong make at most one more question to the issuer', async () => {
  const its = createIssuerKeys(issuer.url, log);
  const { authenticate } = access.trusting(issuer, its);
  await authenticate(await issuer.sign());
  const tokens = await Promise.all(Array.from({ length: 100 }, () => issuer.sign({ sub: randomUUID() })));
  const before = issuer.keyRequests();
  const forged = tokens.map((token) => `${token.slice(0, -12)}${'A'.repeat(12)}`);
  for (const one of forged) await expect(authenticate(one)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(issuer.keyRequests() - before).toBe(1);
  its.close();
});

test.each([
  ['with a new id', undefined],
  ['under the same id', 'rsa'],
])(
  'a key that the issuer has changed %s is known at once, also right after the first one was fetched',
  async (_, kid) => {
    const changing = await startTestIssuer({ domain });
    const its = createIssuerKeys(changing.url, log);
    const { authenticate } = access.trusting(changing, its);
    const before = await changing.sign({ sub: 'before' });
    expect((await authenticate(before)).uid).toBe(identity.uidOf('before'));
    await changing.changeKey(kid);
    const tokens = await Promise.all(['first', 'second', 'third'].map((sub) => changing.sign({ sub })));
    const people = await Promise.all(tokens.map(authenticate));
    expect(people.map(({ uid }) => uid)).toEqual(['first', 'second', 'third'].map((sub) => identity.uidOf(sub)));
    its.close();
    await changing.close();
  },
);

test('once its keys are known the issuer may be away', async () => {
  const leaving = await startTestIssuer({ domain });
  const its = createIssuerKeys(leaving.url, log);
  const known = access.trusting(leaving, its);
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
  const unreachable = access.trusting(issuer, its);
  await expect(unreachable.authenticate(await issuer.sign())).rejects.toMatchObject({ code: 'unavailable' });
  its.close();
});
