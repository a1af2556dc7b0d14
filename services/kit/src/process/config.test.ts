import { expect, test } from 'vitest';
import { z } from 'zod';
import { ConfigError, isLoopbackUrl, parseEnvironment, variables } from './config.ts';

const schema = z.object({
  PORT: variables.port(8101),
  CHAT_URL: variables.serviceUrls('http://127.0.0.1:8103'),
  INTERNAL_SECRET: variables.secret,
  OIDC_ISSUER: variables.issuer,
  ALLOWED_DOMAIN: variables.domain,
});

const good = { INTERNAL_SECRET: 'x'.repeat(32), ALLOWED_DOMAIN: 'base.example' };

test.each(['', ' \t'])('defaults stand in for what is not set, or set to nothing', (PORT) => {
  expect(parseEnvironment(schema, { ...good, PORT })).toEqual({
    ...good,
    PORT: 8101,
    CHAT_URL: ['http://127.0.0.1:8103'],
    OIDC_ISSUER: 'https://accounts.google.com',
  });
});

test('spaces and ends of lines that were left around a value are no part of it', () => {
  const one = z.object({ CLIENT: z.string() });
  for (const CLIENT of ['client ', ' client', 'client\r\n', '\tclient'])
    expect(parseEnvironment(one, { CLIENT }), JSON.stringify(CLIENT)).toEqual({ CLIENT: 'client' });
});

test('quotes that were left around a value are told by its name, and nothing else of it', () => {
  const more = z.object({ CLIENT: z.string(), PORT: variables.port(8101), NAME: z.string() });
  const read = () =>
    parseEnvironment(more, { CLIENT: '"client" ', PORT: "'8080'", NAME: 'the "Anchor"', OTHER: '"x"' });
  const fault = 'is in quotes, which would become part of the value: remove them';
  expect(read).toThrow(new ConfigError(`The configuration is wrong:\n  CLIENT: ${fault}\n  PORT: ${fault}`));
});

test.each([
  '-.-',
  'base-.example',
  '.example',
  'base',
  'base..example',
  'base.example.',
  'a@base.example',
  'bäse.example',
])('a domain that cannot be one is refused: %s', (ALLOWED_DOMAIN) => {
  expect(() => parseEnvironment(schema, { ...good, ALLOWED_DOMAIN })).toThrow('ALLOWED_DOMAIN: must be a domain');
});

test.each(['base.example', ' Base.Example ', '@base.example', 'xn--bse-qla.my-base.example', '4.example'])(
  'a domain is taken as it is written: %s',
  (ALLOWED_DOMAIN) => {
    const { ALLOWED_DOMAIN: read } = parseEnvironment(schema, { ...good, ALLOWED_DOMAIN });
    expect(read).toBe(ALLOWED_DOMAIN.trim().replace('@', '').toLowerCase());
  },
);

test.each(['0x2003', '1e3', '8101.0', '+8101', '-1', '65536', 'x'])('a port that is none is refused: %s', (PORT) => {
  expect(() => parseEnvironment(schema, { ...good, PORT })).toThrow('PORT: must be a port number');
});

test('a configuration cannot be changed once it is read', () => {
  expect(Object.isFrozen(parseEnvironment(schema, good))).toBe(true);
});

test('every fault is told at once, by the name of its variable', () => {
  const read = () => parseEnvironment(schema, { PORT: '80x', CHAT_URL: 'chat:8103', INTERNAL_SECRET: 'short' });
  expect(read).toThrow(ConfigError);
  for (const name of ['PORT', 'CHAT_URL', 'INTERNAL_SECRET', 'ALLOWED_DOMAIN']) expect(read).toThrow(name);
});

test('what must be set and is not, is told as that', () => {
  const read = () => parseEnvironment(z.object({ DATABASE_URL: variables.postgresUrl }), { DATABASE_URL: ' ' });
  expect(read).toThrow(new ConfigError('The configuration is wrong:\n  DATABASE_URL: is not set'));
});

test.each(['changeme'.repeat(4), 'minioadminminioadminminioadminminioadmin', 'Change-Me-'.repeat(4).slice(0, -1)])(
  'a secret that stands in manuals is refused: %s',
  (INTERNAL_SECRET) => {
    expect(() => parseEnvironment(schema, { ...good, INTERNAL_SECRET })).toThrow('INTERNAL_SECRET');
  },
);

test.each([
  'postgres://koinonia:postgres@db/x',
  'postgres://a:changeme@10.0.0.7/x',
  'postgres://a:short@db/x',
  'postgres://a:%23%23%23%23@db/x',
])('a password that others could guess is refused: %s', (url) => {
  const stores = z.object({ DATABASE_URL: variables.postgresUrl, REDIS_URL: variables.redisUrl });
  const read = () => parseEnvironment(stores, { DATABASE_URL: url, REDIS_URL: url.replace('postgres:', 'redis:') });
  expect(read).toThrow('DATABASE_URL');
  expect(read).toThrow('REDIS_URL');
});

test.each(['postgres://postgres:postgres@127.0.0.1/x', 'postgres://db/x', 'postgres://a:5f3c9d2e8b1a7046@db/x'])(
  'a database of this machine, one without a password, or with a good one is taken: %s',
  (DATABASE_URL) => {
    expect(parseEnvironment(z.object({ DATABASE_URL: variables.postgresUrl }), { DATABASE_URL })).toEqual({
      DATABASE_URL,
    });
  },
);

test.each(['postgres://a:5f3c9d%2e8b%a7046@db/x', 'postgres://a:5f3c9d%E4bc@127.0.0.1/x', 'postgres://a%@db/x'])(
  'an address that cannot be decoded is told by the name of its variable: %s',
  (url) => {
    const stores = z.object({ DATABASE_URL: variables.postgresUrl, REDIS_URL: variables.redisUrl });
    const read = () => parseEnvironment(stores, { DATABASE_URL: url, REDIS_URL: url.replace('postgres:', 'redis:') });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/DATABASE_URL: .*%25\n.*REDIS_URL: .*%25$/);
  },
);

test('the database of a Redis is told by its number', () => {
  const read = (REDIS_URL: string) => parseEnvironment(z.object({ REDIS_URL: variables.redisUrl }), { REDIS_URL });
  for (const good of ['redis://127.0.0.1', 'redis://127.0.0.1/', 'rediss://127.0.0.1:6379/12']) {
    expect(read(good)).toEqual({ REDIS_URL: good });
  }
  for (const bad of ['redis://127.0.0.1/koinonia', 'redis://127.0.0.1/-1', 'redis://127.0.0.1/1/2']) {
    expect(() => read(bad), bad).toThrow(/REDIS_URL: .*number/);
  }
});

test.each(['redis://', 'redis:///1', 'rediss://'])(
  'a Redis without a host is not one of this machine: %s',
  (REDIS_URL) => {
    const stores = z.object({ REDIS_URL: variables.redisUrl });
    expect(() => parseEnvironment(stores, { REDIS_URL })).toThrow(/REDIS_URL: .*host/);
  },
);

test('an issuer over plain http is taken on loopback only', () => {
  const read = (OIDC_ISSUER: string) => parseEnvironment(schema, { ...good, OIDC_ISSUER }).OIDC_ISSUER;
  expect(read('http://127.0.0.1:9000/')).toBe('http://127.0.0.1:9000');
  expect(read('http://localhost:9000')).toBe('http://localhost:9000');
  for (const bad of ['http://issuer.example', 'http://127.0.0.1.evil.example', 'ftp://127.0.0.1', 'issuer']) {
    expect(() => read(bad), bad).toThrow('OIDC_ISSUER');
  }
});

test('an issuer may have a path, and nothing more', () => {
  const read = (OIDC_ISSUER: string) => parseEnvironment(schema, { ...good, OIDC_ISSUER }).OIDC_ISSUER;
  expect(read('https://login.example/realms/base/')).toBe('https://login.example/realms/base');
  for (const more of ['/?tenant=base', '/#base', '/.well-known/openid-configuration']) {
    expect(() => read(`https://login.example${more}`), more).toThrow('OIDC_ISSUER');
  }
  expect(() => read('https://ruth@login.example')).toThrow('OIDC_ISSUER');
});

test('an origin is taken with or without its slash, and with nothing after it', () => {
  const read = (PUBLIC_URL: string) => parseEnvironment(z.object({ PUBLIC_URL: variables.origin }), { PUBLIC_URL });
  for (const good of ['https://chat.base.example', 'https://Chat.Base.Example/', 'https://chat.base.example:443']) {
    expect(read(good)).toEqual({ PUBLIC_URL: 'https://chat.base.example' });
  }
  for (const bad of ['https://base.example/chat', 'https://ruth@base.example', 'https://base.example/?x', 'base']) {
    expect(() => read(bad), bad).toThrow('PUBLIC_URL');
  }
});

test('several nodes of a service are told by a comma list', () => {
  const { CHAT_URL } = parseEnvironment(schema, { ...good, CHAT_URL: 'http://10.0.0.1:8103, http://10.0.0.2:8103' });
  expect(CHAT_URL).toEqual(['http://10.0.0.1:8103', 'http://10.0.0.2:8103']);
});

test.each(['http://10.0.0.1:8103/chat', 'http://ruth@10.0.0.1:8103', 'http://10.0.0.1:8103, http://10.0.0.2:8103/?x'])(
  'a node is told by its origin alone: %s',
  (CHAT_URL) => {
    expect(() => parseEnvironment(schema, { ...good, CHAT_URL })).toThrow('CHAT_URL');
  },
);

test.each(['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:3000'])('%s is this machine', (url) => {
  expect(isLoopbackUrl(url)).toBe(true);
});

test.each(['http://localhost.evil.example', 'https://base.example', 'nonsense'])('%s is not', (url) => {
  expect(isLoopbackUrl(url)).toBe(false);
});
