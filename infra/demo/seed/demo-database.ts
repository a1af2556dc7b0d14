import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { migrations as chat } from '@koinonia/chat/database/migrations/migrations.ts';
import { migrations as groups } from '@koinonia/groups/database/migrations/migrations.ts';
import { migrations as identity } from '@koinonia/identity/database/migrations/migrations.ts';
import { migrate } from '@koinonia/kit/stores/database.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import pg from 'pg';
import type { SoloConfig } from '../../solo/config.ts';
import { startDemoSignIn } from '../../solo/demo-sign-in/demo-sign-in.ts';
import { readKeptIssuer } from '../../solo/demo-sign-in/kept-issuer.ts';
import { openEmbeddedDatabase } from '../../solo/embedded-database.ts';
import { PlainError } from '@koinonia/kit/process/plain-error.ts';

export interface DemoDatabase {
  readonly client: pg.Client;
  /** The issuer of the demo people's tokens. */
  readonly issuer: string;
  close(): Promise<void>;
}

/**
 * The database that the product uses with this configuration, whether it is running or not, brought up to date. Throws in
 * plain words when it does not look like a demo, unless `isMeant`. `ending` ends the connection and all work on it.
 */
export async function openDemoDatabase(
  config: SoloConfig,
  isMeant: boolean,
  log: Logger,
  ending: AbortSignal,
): Promise<DemoDatabase> {
  if (config.signIn !== 'demo' && !isMeant) throw refusal('the product here signs in with Google');
  const database = await openDatabase(config, log, ending);
  const client = new pg.Client(database.url);
  try {
    const issuer = await issuerOf(config, log);
    await client.connect();
    ending.throwIfAborted();
    ending.addEventListener('abort', () => void client.end());
    // First, because a database that people use may be one of an older release.
    if (!isMeant) await requireDemo(client, config, issuer);
    for (const [schema, migrations] of Object.entries({ identity, groups, chat }))
      await migrate({ url: database.url, schema, migrations, log });
    return {
      client,
      issuer,
      async close() {
        await client.end();
        await database.close();
      },
    };
  } catch (error) {
    await client.end().catch(() => {});
    await database.close();
    throw error;
  }
}

/** The running product's database, otherwise one that is started for this command. */
function openDatabase({ databaseUrl, dataDir }: SoloConfig, log: Logger, ending: AbortSignal) {
  if (databaseUrl) return { url: databaseUrl, close: async () => {} };
  const isRunning = existsSync(join(dataDir, 'postgres', 'postmaster.pid'));
  return openEmbeddedDatabase(dataDir, isRunning ? 'shared' : 'alone', log, ending);
}

/** People are identified by the issuer's address, so by its port. If there was no demo sign-in yet, a port is chosen now. */
async function issuerOf(config: SoloConfig, log: Logger): Promise<string> {
  if (config.signIn !== 'demo') return config.issuer;
  const kept = await readKeptIssuer(config.dataDir);
  if (kept) return `http://127.0.0.1:${kept.port}`;
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const demo = await startDemoSignIn({ publicUrl, dataDir: config.dataDir, domain: config.domain, log });
  await demo.close();
  return demo.issuer;
}

async function requireDemo(client: pg.Client, { databaseUrl }: SoloConfig, issuer: string): Promise<void> {
  const { demo, others } = await countPeople(client, issuer);
  if (others > 0) throw refusal('it has people who do not sign in at the demo sign-in');
  if (databaseUrl && demo === 0) throw refusal('DATABASE_URL names it, and it has no people of the demo');
}

async function countPeople(client: pg.Client, issuer: string): Promise<{ demo: number; others: number }> {
  const nobody = { demo: 0, others: 0 };
  const { rows: tables } = await client.query(
    `select from pg_tables where schemaname = 'identity' and tablename = 'users'`,
  );
  if (tables.length === 0) return nobody;
  const { rows } = await client.query<typeof nobody>(
    `select count(*) filter (where issuer = $1)::int as demo,
       count(*) filter (where issuer <> $1 and issuer <> '')::int as others from identity.users`,
    [issuer],
  );
  return rows[0] ?? nobody;
}

const refusal = (why: string) =>
  new PlainError(
    `This may be a database that people use: ${why}. Invented data does not go away by itself. ` +
      'To go on all the same, add --yes.',
  );
