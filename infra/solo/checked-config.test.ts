import { expect, test } from 'vitest';
import { checkedConfig } from './checked-config.ts';

test('what is blank is not set, and solo fills it in', () => {
  const blank = { DATABASE_URL: ' ', INTERNAL_SECRET: '\t', SESSION_SECRET: ' ', ALLOWED_DOMAIN: ' ' };
  expect(checkedConfig(blank)).toMatchObject({ databaseUrl: undefined, sessionSecret: undefined, signIn: 'demo' });
});
