import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, migrate, type Migrations } from './database.ts';
import { createLog } from '../observing/log.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

const log = createLog('silent', 'tests');
const first: Migrations = {
  '2026-11-21-words': { up: (db) => sql`create table words (word text)`.execute(db).then(() => {}) },
};
const second: Migrations = {
  ...first,
  '2026-11-22-meanings': { up: (db) => sql`alter table words add column meaning text`.execute(db).then(() => {}) },
};

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const bring = (migrations: Migrations) => migrate({ url: database.url, schema: 'language', log, migrations });

async function columns(): Promise<string[]> {
  const db = createDatabase<{ words: object }>({ url: database.url, schema: 'language', log });
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'language' and table_name = 'words' order by ordinal_position`.execute(db);
  await db.destroy();
  return rows.map(({ name }) => name);
}

test('a statement that hangs does not hold up the end', async () => {
  const db = createDatabase<unknown>({ url: database.url, schema: 'public', log });
  // Connected before, so that nothing takes long but the statement.
  await Promise.all([sql`select 1`.execute(db), sql`select 1`.execute(db)]);
  const statement = sql`select pg_sleep(3.5)`.execute(db).then(
    () => 'answered',
    () => 'failed',
  );
  await new Promise((hasConnection) => setImmediate(hasConnection));
  expect(await Promise.race([db.destroy().then(() => 'ended'), statement])).toBe('ended');
  await statement;
});

test('instants come as they were stored', async () => {
  const db = createDatabase<unknown>({ url: database.url, schema: 'public', log });
  const instants = [
    '2026-11-21T12:00:00.123Z',
    '1969-12-31T23:59:59.990Z',
    '0044-03-15T00:00:00.000Z',
    '+012026-01-01T00:00:00.000Z',
  ];
  for (const instant of instants) {
    const { rows } = await sql<{ at: Date }>`select to_timestamp(${Date.parse(instant) / 1000}::float8) as at`.execute(
      db,
    );
    expect(rows[0]?.at.toISOString()).toBe(instant);
  }
  await db.destroy();
});

test('a database that nobody has asked lets go of its connections at its end, too', async () => {
  const db = createDatabase<unknown>({ url: database.url, schema: 'unasked', log });
  const observer = new pg.Client({ connectionString: database.url });
  await observer.connect();
  const connections = async () =>
    (await observer.query("select from pg_stat_activity where application_name = 'koinonia unasked'")).rowCount;
  await expect.poll(connections).toBe(1);
  await db.destroy();
  await expect.poll(connections, { timeout: 5000 }).toBe(0);
  await observer.end();
});

test('a connection that does not come in time is tried again, once the database has been reached', async () => {
  const { hostname, port } = new URL(database.url);
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    // The second one is the first that the migrations themselves open.
    if (sockets.length === 2) return;
    const upstream = connect(Number(port), hostname);
    for (const one of [socket, upstream]) one.on('error', () => {});
    socket.pipe(upstream).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(database.url);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  await migrate({ url: url.href, schema: 'language', log, migrations: first });
  expect(await columns()).toEqual(['word']);
  for (const socket of sockets) socket.destroy();
  server.close();
});

test('a database that stays away is told by the name of its variable', async () => {
  const away = { url: 'postgres://nobody@127.0.0.1:1/nothing', schema: 'language', log, migrations: first };
  await expect(migrate({ ...away, patience: 0 })).rejects.toThrow(/^DATABASE_URL: .*ECONNREFUSED/);
});

test('a server that takes the connection and says nothing is told by the name of its variable', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const url = `postgres://nobody@127.0.0.1:${(silent.address() as AddressInfo).port}/nothing`;
  await expect(migrate({ url, schema: 'language', log, migrations: first, patience: 0 })).rejects.toThrow(
    /^DATABASE_URL: .*timeout/,
  );
  silent.close();
});

test('a database whose texts are not in UTF8, as where a server was set up without a locale, is told by the name of its variable', async () => {
  const ascii = await createTestDatabase({ encoding: 'SQL_ASCII' });
  await expect(migrate({ url: ascii.url, schema: 'language', log, migrations: first })).rejects.toThrow(
    /^DATABASE_URL: .*SQL_ASCII.*UTF8/,
  );
  await ascii.drop();
});

test('an address whose own options take the place of ours is told by the name of its variable', async () => {
  const url = new URL(database.url);
  url.searchParams.set('options', '-c jit=off');
  await expect(migrate({ url: url.href, schema: 'language', log, migrations: first })).rejects.toThrow(
    /^DATABASE_URL: .*"\$user", public, not language.*options=/,
  );
});

test('a migration takes the time that it needs, whatever limits a hoster has set for the role', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const name = pg.escapeIdentifier(new URL(database.url).pathname.slice(1));
  await client.query(`alter role current_user in database ${name} set statement_timeout = '500ms'`);
  await client.end();
  const slow: Migrations = {
    '2026-11-20-slow': { up: (db) => sql`select pg_sleep(1)`.execute(db).then(() => {}) },
  };
  await bring({ ...slow, ...first });
  expect(await columns()).toEqual(['word']);
});

describe('while one version follows another', () => {
  test('nodes that start together bring the schema up to date once', async () => {
    await Promise.all([bring(second), bring(second), bring(second)]);
    expect(await columns()).toEqual(['word', 'meaning']);
  });

  test('a node of the older version starts on the newer schema and leaves it as it is', async () => {
    await bring(second);
    await bring(first);
    expect(await columns()).toEqual(['word', 'meaning']);
    await bring(second);
    expect(await columns()).toEqual(['word', 'meaning']);
  });

  test('whoever of the version before is in the way holds it up and does not end it', async () => {
    await bring({
      ...first,
      '2026-11-21-tongues': { up: (db) => sql`create table tongues ()`.execute(db).then(() => {}) },
    });
    const older = new pg.Client({ connectionString: database.url });
    await older.connect();
    // The older node never looks for a deadlock, so PostgreSQL ends the migration and not the older node.
    await older.query("set deadlock_timeout = '1min'");
    await older.query('begin');
    await older.query('lock table language.tongues');
    const brought = bring({
      ...second,
      '2026-11-21-tongues': { up: async () => {} },
      '2026-11-23-more': {
        async up(db) {
          await sql`alter table words add column tongue text`.execute(db);
          await sql`alter table tongues add column word text`.execute(db);
        },
      },
    });
    const waiting = async () =>
      (await older.query("select mode from pg_locks where relation = 'language.tongues'::regclass and not granted"))
        .rows;
    await expect.poll(waiting).toEqual([{ mode: 'AccessExclusiveLock' }]);
    await older.query('lock table language.words');
    await older.query('commit');
    await brought;
    expect(await columns()).toEqual(['word', 'meaning', 'tongue']);
    await older.end();
  });

  test('a table that a migration has changed is free again while the next one takes its time', async () => {
    await bring(first);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('select pg_advisory_lock(7)');
    const brought = bring({
      ...second,
      '2026-11-23-slow': { up: (db) => sql`select pg_advisory_xact_lock(7)`.execute(db).then(() => {}) },
    });
    const waiting = async () => (await client.query('select 1 from pg_locks where objid = 7 and not granted')).rowCount;
    await expect.poll(waiting).toBe(1);
    expect(await columns()).toEqual(['word', 'meaning']);
    await client.query("set lock_timeout = '1s'");
    await client.query('select meaning from language.words');
    await client.query('select pg_advisory_unlock(7)');
    await brought;
    await client.end();
  });
});
