import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';
import { eventually } from '../testing/eventually.ts';
import { surroundings } from '../testing/surroundings.ts';

const [runService, database, buildService] = [
  'process/run-service.ts',
  'stores/database.ts',
  'http/build-service.ts',
].map((name) => JSON.stringify(new URL(`../${name}`, import.meta.url).href));

/** A service that brings its schema up to date before it listens, as all of ours. */
const program = `
  const { runService } = await import(${runService});
  const { migrate } = await import(${database});
  const { buildService } = await import(${buildService});
  const { DATABASE_URL: url, REDIS_URL: redisUrl } = process.env;
  await runService({
    name: 'tried',
    config: () => ({ host: '127.0.0.1', port: 0, logLevel: 'info', redisUrl }),
    build: async ({ log }) => {
      await migrate({ url, schema: 'tried', migrations: {}, log });
      return buildService({ name: 'tried', log });
    },
  });
`;

async function start({ alone = false } = {}) {
  const stores = {
    DATABASE_URL: `postgres://koinonia:secret@127.0.0.1:${await freePort()}/koinonia`,
    ...(!alone && { REDIS_URL: `redis://127.0.0.1:${await freePort()}` }),
  };
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...surroundings(), ...stores },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return { child, said: () => said, ended: once(child, 'close') };
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s ends a process well and at once that still waits for its stores',
  async (signal) => {
    const { child, said, ended } = await start();
    await eventually(() => expect(said()).toContain('waiting for the database'));
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
    expect(said()).toContain('"msg":"ending"');
    const [, after = ''] = said().split('"msg":"ending"');
    // One try may be in progress; the next would come half a second later.
    expect(after.match(/waiting for the database/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(said()).not.toContain('could not start');
  },
);

test('a process without REDIS_URL warns that it hears of nothing in the others', async () => {
  const alone = await start({ alone: true });
  await eventually(() => expect(alone.said()).toContain('waiting for the database'));
  expect(alone.said()).toMatch(/"level":"warn".*REDIS_URL is unset/);
  const together = await start();
  await eventually(() => expect(together.said()).toContain('waiting for the database'));
  expect(together.said()).not.toContain('REDIS_URL is unset');
  for (const { child } of [alone, together]) child.kill();
  await Promise.all([alone.ended, together.ended]);
});
