import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createLog } from '../observing/log.ts';
import { createDatabase, migrate, type Migrations } from '../stores/database.ts';
import { testStores } from './stores.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A fresh, empty database on the run's PostgreSQL; the services migrate it themselves when they are built. */
export async function createTestDatabase({ encoding }: { encoding?: 'SQL_ASCII' } = {}): Promise<TestDatabase> {
  const url = new URL(testStores().postgresUrl);
  const name = `test_${randomBytes(8).toString('hex')}`;
  // The copied template is nearly empty; copying files takes half of the processor time of copying through the log.
  const texts = encoding ? `template template0 encoding '${encoding}' locale_provider libc locale 'C'` : '';
  await runAsAdmin(`create database ${name} strategy file_copy ${texts}`);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runAsAdmin(`drop database if exists ${name} with (force)`) };
}

/** A fresh database with the tables of a service that does not run. */
export async function createDatabaseWithTables<Tables>(schema: string, migrations: Migrations) {
  const { url, drop } = await createTestDatabase();
  const options = { url, schema, log: createLog('silent', schema) };
  await migrate({ ...options, migrations });
  const db = createDatabase<Tables>(options);
  return {
    url,
    db,
    async close() {
      await db.destroy();
      await drop();
    },
  };
}

async function runAsAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: testStores().postgresUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
