import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { migrate, type Migrations } from './database.ts';
import { createLog } from '../observing/log.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { startFaultyLink } from '../testing/faulty-link.ts';

const log = createLog('silent', 'tests');
const first: Migrations = {
  '2026-11-21-words': { up: (db) => sql`create table words (word text)`.execute(db).then(() => {}) },
};

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const bring = (migrations: Migrations) => migrate({ url: database.url, schema: 'language', log, migrations });

describe('a process that is lost while it migrates', () => {
  test('keeps a table to itself no longer than a moment', async () => {
    await bring(first);
    const link = await startFaultyLink(database.url);
    onTestFinished(() => link.close());
    const changed = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const brought = migrate({
      url: link.through(database.url),
      schema: 'language',
      log,
      silence: 2000,
      migrations: {
        ...first,
        '2026-11-22-more': {
          async up(db) {
            await sql`alter table words add column tongue text`.execute(db);
            changed.resolve();
            await goOn.promise;
            await sql`select`.execute(db);
          },
        },
      },
    }).catch((error: Error) => error.message);
    await changed.promise;
    link.freeze();
    const client = new pg.Client({ connectionString: database.url, lock_timeout: 20_000 });
    await client.connect();
    await client.query("insert into language.words values ('peace')");
    await client.end();
    link.mend();
    goOn.resolve();
    expect(await brought).toBe('the schema could not be brought up to date');
    await bring(first);
  });

  test('is found out by the server within a minute, and by a limit where that does not help', async () => {
    const names = [
      'tcp_keepalives_idle',
      'tcp_keepalives_interval',
      'tcp_keepalives_count',
      'idle_in_transaction_session_timeout',
    ];
    const seen: string[] = [];
    const look: Migrations = {
      '2026-11-21-look': {
        async up(db) {
          for (const name of names) {
            const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db);
            seen.push(rows[0]?.value ?? '');
          }
        },
      },
    };
    await bring(look);
    expect(seen).toEqual(['30', '10', '3', '1min']);
  });
});

test('a start that waits for another process says so', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("select pg_advisory_lock(hashtext('koinonia language'))");
  const said = vi.fn<(about: object, text: string) => void>();
  const warned = Object.assign(createLog('silent', 'tests'), { warn: said });
  const brought = migrate({ url: database.url, schema: 'language', log: warned, migrations: first });
  await expect.poll(() => said.mock.calls, { timeout: 20_000 }).toHaveLength(1);
  expect(said).toHaveBeenCalledWith({ schema: 'language' }, 'another process is bringing the schema up to date');
  await client.query("select pg_advisory_unlock(hashtext('koinonia language'))");
  await brought;
  expect(said).toHaveBeenCalledTimes(1);
  await client.end();
});

test('a step that had to give way once is tried again, however long the steps before it took', async () => {
  await bring(first);
  let [later, tries] = [0, 0];
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
  onTestFinished(() => void vi.restoreAllMocks());
  await bring({
    ...first,
    '2026-11-23-slow': { up: async () => void (later += 600_000) },
    '2026-11-24-in-the-way': {
      async up(db) {
        tries += 1;
        if (tries === 1) await sql`do $$ begin raise using errcode = 'lock_not_available'; end $$`.execute(db);
      },
    },
  });
  expect(tries).toBe(2);
});

test('a service starts while another one, in the same database, is still bringing its own schema up to date', async () => {
  await bring(first);
  const slow = Promise.withResolvers<void>();
  let isUnderWay = false;
  const other = migrate({
    url: database.url,
    schema: 'another',
    log: createLog('silent', 'tests'),
    migrations: {
      '2026-11-21-slow': {
        async up() {
          isUnderWay = true;
          await slow.promise;
        },
      },
    },
  });
  await expect.poll(() => isUnderWay).toBe(true);
  await bring(first);
  slow.resolve();
  await other;
});
