import { expect, test } from 'vitest';
import { gatewayConfig } from './config.ts';

const needed = { ALLOWED_DOMAIN: 'Base.Example', GOOGLE_CLIENT_ID: 'client', INTERNAL_SECRET: 'x'.repeat(32) };

test('what is not set has the defaults that are documented', () => {
  expect(gatewayConfig(needed)).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:8080',
    orgName: 'Local Base',
    signIn: { issuer: 'https://accounts.google.com', clientId: 'client', domain: 'base.example' },
    signInKind: 'google',
    serviceUrls: {
      identity: ['http://127.0.0.1:8101'],
      groups: ['http://127.0.0.1:8102'],
      chat: ['http://127.0.0.1:8103'],
      media: ['http://127.0.0.1:8104'],
    },
    limits: { call: 600, send: 120, newChat: 20, signIn: 60, callback: 120, refused: 3000, socket: 6000 },
    trustedProxies: [],
  });
});

test('several nodes, several proxies, and no limits', () => {
  const config = gatewayConfig({
    ...needed,
    CHAT_URL: 'http://chat-1:8103, http://chat-2:8103',
    TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1,2001:db8::/32 172.29.93.10 ',
    RATE_LIMIT: 'off',
  });
  expect(config.serviceUrls.chat).toEqual(['http://chat-1:8103', 'http://chat-2:8103']);
  expect(config.trustedProxies).toEqual(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', '172.29.93.10']);
  expect(config.limits).toBeNull();
});

test('what is needed and missing, or wrong, is told by its name, all at once', () => {
  const faults = {
    RATE_LIMIT: 'sometimes',
    RATE_LIMIT_SENDS: '0',
    TRUSTED_PROXIES: 'everyone',
    PUBLIC_URL: 'base.example',
  };
  const names = ['ALLOWED_DOMAIN', 'GOOGLE_CLIENT_ID', 'INTERNAL_SECRET', ...Object.keys(faults)];
  for (const name of names) expect(() => gatewayConfig(faults), name).toThrow(name);
});

test.each(['10.0.0/8', '10.0.0.0/33', '2001:db8::/129', '1::2::3', '192.0.2.1, 300.0.0.1', '10.0.0.0/8/8'])(
  'what is no address or network is told by the name of its variable: %s',
  (TRUSTED_PROXIES) => {
    expect(() => gatewayConfig({ ...needed, TRUSTED_PROXIES })).toThrow('TRUSTED_PROXIES: must be addresses');
  },
);

test.each(['short', 'changemechangeme'])('a token for the metrics that others could guess is refused: %s', (token) => {
  expect(() => gatewayConfig({ ...needed, METRICS_TOKEN: token })).toThrow('METRICS_TOKEN');
});

test('a folder without the built pages is told by the name of its variable', () => {
  const without = { ...needed, WEB_DIST: import.meta.dirname };
  expect(() => gatewayConfig(without)).toThrow('WEB_DIST: must be the folder of the built web client');
});
