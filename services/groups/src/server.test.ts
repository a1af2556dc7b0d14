import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { testSecret } from '@koinonia/kit/testing/callers.ts';
import { createTestDatabase, type TestDatabase } from '@koinonia/kit/testing/database.ts';
import { testStores } from '@koinonia/kit/testing/stores.ts';
import { surroundings } from '@koinonia/kit/testing/surroundings.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const changed = (url: string, changes: Partial<Pick<URL, 'username' | 'password' | 'pathname'>>) =>
  Object.assign(new URL(url), changes).href;

async function failedStart(environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
    env: { ...surroundings(), PORT: '0', INTERNAL_SECRET: testSecret, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  let told = '';
  child.stderr.on('data', (chunk) => (told += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, told };
}

test.each<[string, string, () => Record<string, string>]>([
  ['DATABASE_URL', 'has a wrong password', () => ({ DATABASE_URL: changed(database.url, { password: 'wrong' }) })],
  ['DATABASE_URL', 'has no password', () => ({ DATABASE_URL: changed(database.url, { password: '' }) })],
  ['DATABASE_URL', 'names no database', () => ({ DATABASE_URL: changed(database.url, { pathname: '/nothing' }) })],
  [
    'REDIS_URL',
    'has a wrong password',
    () => ({
      DATABASE_URL: database.url,
      REDIS_URL: changed(testStores().redisUrl, { username: 'nobody', password: 'wrong' }),
    }),
  ],
])('%s stops the start, by its name, when it %s', async (name, _what, environment) => {
  const { code, told } = await failedStart(environment());
  expect(told).toMatch(new RegExp(`^${name}: .*\n$`));
  expect(code).toBe(1);
});
