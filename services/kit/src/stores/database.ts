import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, type MigrationResultSet, Migrator } from 'kysely/migration';
import pg from 'pg';
import type { Logger } from 'pino';
import { followClock } from '../clock.ts';
import { ConfigError } from '../process/config.ts';
import { discardingPool } from './discarding-pool.ts';
import { forAMoment } from '../work/for-a-moment.ts';
import { keptAlive, setForLongWork } from './long-work.ts';
import { MigrationDialect } from './migration-dialect.ts';
import { type CountedPool, rememberPool } from './pool-metrics.ts';
import { reachStore } from './reach-store.ts';
import { isStoreAway } from './store-away.ts';

// `bigint` is read as a number: our counters stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const { TIMESTAMPTZ } = pg.types.builtins;
const anyInstant = pg.types.getTypeParser(TIMESTAMPTZ);
/** The format in which our connections receive instants, except those in very distant years: twice as fast to read. */
const plainInstant = /^\d{4}-\d\d-\d\d [\d:.]+\+00$/;
pg.types.setTypeParser(TIMESTAMPTZ, (text) =>
  plainInstant.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : anyInstant(text),
);

/** Maximum number of connections of a process to PostgreSQL, unless it sets its own. */
export const defaultConnections = 10;

export interface DatabaseOptions {
  url: string;
  /** The service's own schema; the search path contains nothing else. */
  schema: string;
  log: Logger;
  /** Maximum number of connections. Default: `defaultConnections`. */
  connections?: number;
}

/**
 * A pool on the service's own schema. Statements end after 4 s, waiting for a connection after 3 s, so that callers get an
 * error within 5 s when the store is frozen. While the pool is open, this process uses the database's clock. `destroy` does
 * not wait long for statements that are under way.
 */
export function createDatabase<Tables>(options: DatabaseOptions): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections ?? defaultConnections,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 4000,
    query_timeout: 4500,
    lock_timeout: 3500,
    idle_in_transaction_session_timeout: 10_000,
    application_name: `koinonia ${options.schema}`,
    // Compiling a statement (jit) takes longer than running any of ours.
    options: `-c search_path=${options.schema} -c jit=off -c timezone=UTC`,
  });
  surviveLostConnections(pool, options.log);
  const counted: CountedPool = { pool, onWaited: () => {} };
  const watched = discardingPool(pool, (seconds) => counted.onWaited(seconds));
  const end = () => {
    unfollow();
    return forAMoment(watched.end());
  };
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { ...watched, end } }) });
  // Not directly on the pool: a `Kysely` that was never used does not end its pool.
  const unfollow = followClock(() => timeOf(database), options.log);
  rememberPool(database, counted);
  return database;
}

/**
 * A connection can be lost while no query runs on it: idle in the pool, or between two statements of a transaction.
 * Without these listeners, either case would end the process.
 */
function surviveLostConnections(pool: pg.Pool, log: Logger): void {
  // A pool that has ended does not wait until its connections are closed, so the database may cut them before.
  const level = () => (pool.ending ? 'debug' : 'warn');
  pool.on('error', (err) => log[level()]({ err }, 'an idle database connection was lost'));
  pool.on('connect', (client) => client.on('error', (err) => log.debug({ err }, 'a database connection was lost')));
}

async function timeOf<Tables>(db: Kysely<Tables>): Promise<number> {
  const query = sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`;
  const { rows } = await query.execute(db);
  return rows[0]?.now ?? Number.NaN;
}

/** Resolves when the database answers. */
export async function pingDatabase<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`select 1`.execute(db);
}

/** A deadlock or a lock timeout: one side had to give way. */
const stoodInTheWay = new Set(['40P01', '55P03']);
/**
 * Ms that a migration waits for a table lock. Shorter than the second after which PostgreSQL looks for deadlocks, so that
 * the migration gives way and not a send; and nobody queues up behind the migration for long.
 */
const waitsForTable = 300;
/** Ms for each connection of a migration: otherwise a server that says nothing would hold up the start for ever. */
const connectsWithin = 5000;
/** Ms after which a migration that never got its locks has failed: each step, from its first failure. */
const migratesWithin = 120_000;
/** Ms within which a migration's next statement comes, unless its process hangs or its machine is lost. */
const idlesFor = 60_000;
/** Ms after which the log tells what a start waits for. */
const waitsQuietly = 3000;

/** Migrations by name; they run in the order of their names, such as `2026-11-21-first-tables`. */
export type Migrations = Record<string, Migration>;

/**
 * Brings one service's schema up to date. Safe when several processes start together: they queue behind an advisory lock, which
 * PostgreSQL releases if its holder dies. Waits up to `patience` ms for a database that is still starting; throws `ConfigError`
 * when it cannot be used. `silence`: ms without a statement after which a migration's transaction ends.
 */
export async function migrate(
  options: DatabaseOptions & { migrations: Migrations; patience?: number; silence?: number },
): Promise<void> {
  const settings = `-c search_path=${options.schema} -c lock_timeout=${waitsForTable}`;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: 2,
    connectionTimeoutMillis: connectsWithin,
    ...keptAlive,
    options: settings,
    onConnect: (client) => setForLongWork(client, { idleInTransaction: options.silence ?? idlesFor }),
  });
  surviveLostConnections(pool, options.log);
  const db = new Kysely<unknown>({ dialect: new MigrationDialect({ pool }, options.schema) });
  try {
    await waitForDatabase(db, options.schema, options.patience ?? 30_000, options.log);
    await db.connection().execute(async (connection) => {
      await lockSchema(connection, options);
      try {
        await sql`create schema if not exists ${sql.id(options.schema)}`.execute(connection);
        const isNew = await hasNoMigrations(connection, options.schema);
        const migrator = new Migrator({
          db,
          provider: {
            getMigrations: async () => ({ ...(await ofNewerVersions(connection, options)), ...options.migrations }),
          },
          migrationTableSchema: options.schema,
        });
        await migrateToLatest(() => (isNew ? migrator.migrateToLatest() : migrator.migrateUp()), options.log);
      } finally {
        await sql`select pg_advisory_unlock(hashtext(${`koinonia ${options.schema}`}))`.execute(connection);
      }
    });
  } finally {
    await db.destroy();
  }
}

async function lockSchema(connection: Kysely<unknown>, { schema, log }: DatabaseOptions): Promise<void> {
  const late = setTimeout(
    () => log.warn({ schema }, 'another process is bringing the schema up to date'),
    waitsQuietly,
  );
  try {
    await sql`set lock_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(hashtext(${`koinonia ${schema}`}))`.execute(connection);
  } finally {
    clearTimeout(late);
  }
}

async function hasNoMigrations(db: Kysely<unknown>, schema: string): Promise<boolean> {
  const table = `${schema}.${DEFAULT_MIGRATION_TABLE}`;
  const { rows } = await sql<{ is_new: boolean }>`select to_regclass(${table}) is null as is_new`.execute(db);
  return rows[0]?.is_new ?? false;
}

/**
 * An empty schema gets all migrations in one step. Otherwise each has its own transaction, so as not to hold its locks while
 * the next one builds an index on a large table. Nodes of the previous version, or a backup, may hold locks that a step needs.
 * Then it is rolled back and tried again a little later, as it is when a connection does not come in time.
 */
async function migrateToLatest(step: () => Promise<MigrationResultSet>, log: Logger): Promise<void> {
  for (let giveUpAt: number | undefined; ;) {
    const { error, results = [] } = await step();
    if (!error) {
      for (const { migrationName } of results) log.info({ migration: migrationName }, 'migrated');
      if (results.length === 0) return;
      giveUpAt = undefined;
      continue;
    }
    giveUpAt ??= performance.now() + migratesWithin;
    const mayPass = error instanceof pg.DatabaseError ? stoodInTheWay.has(error.code ?? '') : isStoreAway(error);
    if (!mayPass || performance.now() > giveUpAt) {
      throw new Error('the schema could not be brought up to date', { cause: error });
    }
    await wait(100 + Math.random() * 200);
  }
}

/**
 * During a rollout, nodes of the previous version may restart beside the new one (a crash, a move to another machine).
 * Newer migrations only add to the schema, so the old nodes leave them alone. The migrator would report corrupted
 * migrations, and those nodes would not start.
 */
async function ofNewerVersions(
  db: Kysely<unknown>,
  { schema, migrations }: { schema: string; migrations: Migrations },
) {
  const done = await sql<{ name: string }>`select name from ${sql.id(schema, DEFAULT_MIGRATION_TABLE)}`.execute(db);
  const unknown = done.rows.filter(({ name }) => !(name in migrations));
  return Object.fromEntries(unknown.map(({ name }): [string, Migration] => [name, { up: async () => {} }]));
}

async function encodingOf(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db);
  return rows[0]?.server_encoding ?? 'none';
}

async function searchPathOf(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ search_path: string }>`show search_path`.execute(db);
  return rows[0]?.search_path ?? 'none';
}

/** SQLSTATEs of a wrong password, a user who is not let in, and a database that is not there. */
const refusals = new Set(['28P01', '28000', '3D000']);

function waitForDatabase(db: Kysely<unknown>, schema: string, patience: number, log: Logger): Promise<void> {
  return reachStore({
    variable: 'DATABASE_URL',
    patience,
    reach: async () => {
      const encoding = await encodingOf(db).catch((error: unknown) => {
        log.info('waiting for the database');
        throw error;
      });
      if (encoding !== 'UTF8')
        throw new ConfigError(`DATABASE_URL: the database there is encoded in ${encoding}, not UTF8`);
      // Otherwise tables would be looked for, or even made, elsewhere: the address takes precedence over our settings.
      const path = await searchPathOf(db);
      if (path !== schema)
        throw new ConfigError(
          `DATABASE_URL: connections have the search path ${path}, not ${schema} as we set it: the address must have no options=, and lead through no pooler that ignores our settings`,
        );
    },
    isRefusal: (error) =>
      error instanceof pg.DatabaseError
        ? refusals.has(error.code ?? '')
        : // The client's own refusal: the server asks for a password, and the address has none.
          error instanceof Error && error.message.includes('password must be'),
  });
}
