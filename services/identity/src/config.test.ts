import { expect, test } from 'vitest';
import { identityConfig } from './config.ts';

const right = {
  ALLOWED_DOMAIN: 'Base.Example',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  DATABASE_URL: 'postgres://localhost/koinonia',
  INTERNAL_SECRET: 'x'.repeat(32),
  SESSION_SECRET: 'y'.repeat(32),
};

test('what is not set has the standard value', () => {
  expect(identityConfig(right)).toMatchObject({
    port: 8101,
    publicUrl: 'http://localhost:8080',
    adminEmails: [],
    signIn: { issuer: 'https://accounts.google.com', clientId: 'id', domain: 'base.example' },
    groupsUrls: ['http://127.0.0.1:8102'],
  });
});

test('ADMIN_EMAILS may hold several addresses in any case', () => {
  const { adminEmails } = identityConfig({ ...right, ADMIN_EMAILS: ' Ruth@base.example ,ada@base.example,' });
  expect(adminEmails).toEqual(['ruth@base.example', 'ada@base.example']);
});

test.each([
  ['PUBLIC_URL', 'http://chat.base.example'],
  ['OIDC_ISSUER', 'http://issuer.example'],
  ['ADMIN_EMAILS', 'ruth'],
  ['ALLOWED_DOMAIN', ''],
  ['GOOGLE_CLIENT_ID', ''],
  ['GOOGLE_CLIENT_SECRET', ''],
  ['SESSION_SECRET', 'short'],
  ['DATABASE_URL', 'mysql://localhost'],
])('%s=%s stops the start by its name', (name, value) => {
  expect(() => identityConfig({ ...right, [name]: value })).toThrow(name);
});
