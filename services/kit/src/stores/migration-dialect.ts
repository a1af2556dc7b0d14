import { type Kysely, PostgresAdapter, PostgresDialect, type PostgresDialectConfig, sql } from 'kysely';

/**
 * A dialect whose migrations lock only their own schema. The library's lock is one per database, so that a service would have
 * to wait for the migrations of all others to start.
 */
export class MigrationDialect extends PostgresDialect {
  readonly #schema: string;

  constructor(config: PostgresDialectConfig, schema: string) {
    super(config);
    this.#schema = schema;
  }

  override createAdapter(): PostgresAdapter {
    return new SchemaLockingAdapter(`koinonia migrations of ${this.#schema}`);
  }
}

class SchemaLockingAdapter extends PostgresAdapter {
  readonly #name: string;

  constructor(name: string) {
    super();
    this.#name = name;
  }

  override async acquireMigrationLock(connection: Kysely<unknown>): Promise<void> {
    await sql`select pg_advisory_lock(hashtext(${this.#name}))`.execute(connection);
  }

  override async releaseMigrationLock(connection: Kysely<unknown>): Promise<void> {
    await sql`select pg_advisory_unlock(hashtext(${this.#name}))`.execute(connection);
  }
}
