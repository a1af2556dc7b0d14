import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { testStores } from '@koinonia/kit/testing/stores.ts';
import { surroundings } from '@koinonia/kit/testing/surroundings.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { layOutPostgres } from './testing/prepared-postgres.ts';

const checkout = join(import.meta.dirname, '..', '..');
let dataDir: string;
let started: ReturnType<typeof launch>[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'koinonia-solo-'));
  started = [];
});
afterEach(async () => {
  for (const { child, exited } of started) {
    child.kill('SIGTERM');
    await exited;
  }
  // A killed run leaves its PostgreSQL behind for the next start to end; here there is no next start.
  const pid = Number(
    (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
  );
  if (pid) process.kill(pid, 'SIGQUIT');
  await eventually(() => rm(dataDir, { recursive: true, force: true }), { interval: 100 });
});

function launch(environment: Record<string, string>) {
  const child = spawn(process.execPath, ['infra/solo/start.ts'], {
    cwd: checkout,
    env: { ...surroundings(), DATA_DIR: dataDir, LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return { child, said: () => said, exited: once(child, 'exit') as Promise<[number | null]> };
}

/** On existing data, unless told otherwise: setting up a database takes longer than the rest of a start. */
async function start(environment: Record<string, string> = {}, { fromNothing = false } = {}) {
  if (!fromNothing && !existsSync(join(dataDir, 'postgres'))) await layOutPostgres(dataDir);
  const url = `http://127.0.0.1:${environment['PORT'] ?? (await freePort())}`;
  const run = launch({ PORT: new URL(url).port, ...environment });
  started.push(run);
  await eventually(() => expect(run.said()).toContain('Koinonia is running'), { timeout: 60_000, interval: 100 });
  return { ...run, url };
}

/** Signals the server process and each of its connections. */
async function signalPostgres(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const [server = ''] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  // The server first, which would start others.
  process.kill(Number(server), signal);
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', server], { encoding: 'utf8' });
  const connections = stdout.split('\n').filter((pid) => pid.trim() !== '');
  expect(connections).not.toEqual([]);
  for (const pid of connections) process.kill(Number(pid), signal);
}

async function failedStart(environment: Record<string, string>): Promise<string> {
  const run = launch(environment);
  const [code] = await run.exited;
  expect(code).toBe(1);
  return run.said();
}

test('it says where it runs, what is embedded and how to sign in, and answers there', async () => {
  const { url, said } = await start({}, { fromNothing: true });
  expect(said()).toContain(`Koinonia is running: http://localhost:${new URL(url).port}`);
  expect(said()).toMatch(/embedded: PostgreSQL/);
  expect(said()).toMatch(/Sign in with Google/);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${url}/api/config`)).json()).toMatchObject({ signIn: 'demo' });
});

test('a start has nothing to complain of', async () => {
  const { said } = await start({ LOG_LEVEL: 'warn' }, { fromNothing: true });
  expect(said()).not.toContain('"level":');
});

test('all code is loaded before the first service runs, which could do nothing in the meantime', async () => {
  const tellImports = `import { channel } from 'node:diagnostics_channel';
    channel('tracing:module.import:asyncEnd').subscribe(({ url }) => console.log('imported', url));`;
  const { said } = await start({
    LOG_LEVEL: 'info',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(tellImports)}`,
  });
  const untilOneRuns = said().slice(0, said().indexOf('"msg":"listening"'));
  const imports = untilOneRuns.matchAll(/^imported @koinonia\/(.+)\/app\.ts$/gm);
  const parts = new Set([...imports].map(([, name]) => name));
  expect([...parts].toSorted()).toEqual(['chat', 'gateway', 'groups', 'identity', 'media']);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends all of it well and without a complaint, and twice is as good as once',
  async (signal) => {
    const { child, exited, said } = await start({ LOG_LEVEL: 'warn' });
    child.kill(signal);
    child.kill(signal);
    expect(await exited).toEqual([0, null]);
    expect(said()).not.toContain('"level":');
    await expect(stat(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  },
);

test('after a kill it starts again on the same data, at once', async () => {
  const first = await start();
  const secret = await readFile(join(dataDir, 'session.secret'), 'utf8');
  first.child.kill('SIGKILL');
  await first.exited;
  const second = await start();
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  expect(await readFile(join(dataDir, 'session.secret'), 'utf8')).toBe(secret);
});

test('it says that it is not ready while its PostgreSQL does not answer', async () => {
  const { url } = await start();
  const readiness = async () => (await fetch(`${url}/readyz`)).status;
  expect(await readiness()).toBe(200);
  await signalPostgres('SIGSTOP');
  try {
    expect(await readiness()).toBe(503);
  } finally {
    await signalPostgres('SIGCONT');
  }
  await eventually(async () => expect(await readiness()).toBe(200), { interval: 100 });
});

test('what other programs are told of PostgreSQL does not keep it from its own', async () => {
  const { url } = await start({ PGSSLMODE: 'require' });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

test('it ends when whoever started it is gone', async () => {
  const { child, exited } = await start();
  child.disconnect();
  expect(await exited).toEqual([0, null]);
});

test.each(['session.secret', 'internal.secret'])('%s is for this user alone', async (name) => {
  await start();
  expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
});

test('a second start on the same data is refused, and does the first no harm', async () => {
  const first = await start();
  const said = await failedStart({ PORT: String(await freePort()) });
  expect(said).toContain(`runs already (process ${first.child.pid})`);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});

describe('a start that cannot be', () => {
  let taken: Server;
  beforeEach(async () => {
    taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
  });
  afterEach(() => taken.close());

  test('says that its port is taken', async () => {
    const address = taken.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const said = await failedStart({ PORT: String(address.port) });
    // Not the port of the demo sign-in, which is ten above the product's.
    expect(said).toContain(`Port ${address.port} is taken by another program.`);
    expect(said).toContain(`take another: PORT=${address.port + 1} npm start`);
  });

  test.each([
    ['PORT', { PORT: 'eighty' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'base.example' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/base' }],
    ['DATABASE_URL', { DATABASE_URL: testStores().postgresUrl.replace(/:[^:@]+@/, ':wrong@') }],
    ['REDIS_URL', { REDIS_URL: 'localhost:6379' }],
    ['REDIS_URL', { REDIS_URL: testStores().redisUrl.replace('redis://', 'redis://nobody:wrong@') }],
    ['S3_SECRET_KEY', { S3_ENDPOINT: 'http://127.0.0.1:9000', S3_ACCESS_KEY: 'key' }],
    ['ADMIN_EMAILS', { ADMIN_EMAILS: 'ruth' }],
    ['RATE_LIMIT', { RATE_LIMIT: 'perhaps' }],
    ['SESSION_SECRET', { SESSION_SECRET: 'short' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['DATA_DIR', { DATA_DIR: `${import.meta.filename}/data` }],
    ['DATA_DIR', { DATA_DIR: '/proc/nobody/creates/this' }],
    ['GOOGLE_CLIENT_ID', { PUBLIC_URL: 'https://base.example' }],
    ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'client', ALLOWED_DOMAIN: 'base.example' }],
    ['ALLOWED_DOMAIN', { GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'secret' }],
  ])('names %s', async (name, environment: Record<string, string>) => {
    const said = await failedStart({ PORT: String(await freePort()), ...environment });
    expect(said).toContain(`${name}: `);
    expect(said).not.toContain('    at ');
  });

  test('names every variable that is wrong, not just the first', async () => {
    const said = await failedStart({ PORT: 'eighty', REDIS_URL: 'localhost', RATE_LIMIT: 'perhaps' });
    for (const name of ['PORT', 'REDIS_URL', 'RATE_LIMIT']) expect(said).toContain(`${name}: `);
  });
});
