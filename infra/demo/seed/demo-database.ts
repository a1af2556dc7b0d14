import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { migrations as chat } from '@koinonia/chat/database/migrations/migrations.ts';
import { migrations as groups } from '@koinonia/groups/database/migrations/migrations.ts';
import { migrations as identity } from '@koinonia/identity/database/migrations/migrations.ts';
import { migrate } from '@koinonia/kit/database.ts';
import type { Logger } from '@koinonia/kit/log.ts';
import pg from 'pg';
import type { SoloConfig } from '../../solo/config.ts';
import { startDemoSignIn } from '../../solo/demo-sign-in/demo-sign-in.ts';
import { readKept } from '../../solo/demo-sign-in/kept.ts';
import { openEmbeddedDatabase } from '../../solo/embedded-database.ts';
import { PlainError } from '../../solo/plain-error.ts';

export interface DemoDatabase {
  readonly client: pg.Client;
  /** The issuer of the demo people's tokens. */
  readonly issuer: string;
  close(): Promise<void>;
}

/**
 * The database that the product uses with this configuration, whether it is running or not, brought up to date. Throws in
 * plain words when it does not look like a demo, unless `isMeant`.
 */
export async function openDemoDatabase(config: SoloConfig, isMeant: boolean, log: Logger): Promise<DemoDatabase> {
  if (config.signIn !== 'demo' && !isMeant) throw refusal('the product here signs in with Google');
  const database = await openDatabase(config, log);
  const client = new pg.Client(database.url);
  try {
    for (const [schema, migrations] of Object.entries({ identity, groups, chat }))
      await migrate({ url: database.url, schema, migrations, log });
    const issuer = await issuerOf(config, log);
    await client.connect();
    if (!isMeant) await requireDemo(client, config, issuer);
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
function openDatabase({ databaseUrl, dataDir }: SoloConfig, log: Logger) {
  if (databaseUrl) return { url: databaseUrl, close: async () => {} };
  const isRunning = existsSync(join(dataDir, 'postgres', 'postmaster.pid'));
  return openEmbeddedDatabase(dataDir, isRunning ? 'read' : 'write', log);
}

/** People are identified by the issuer's address, so by its port. If there was no demo sign-in yet, a port is chosen now. */
async function issuerOf(config: SoloConfig, log: Logger): Promise<string> {
  if (config.signIn !== 'demo') return config.issuer;
  const kept = await readKept(config.dataDir);
  if (kept) return `http://127.0.0.1:${kept.port}`;
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const demo = await startDemoSignIn({ publicUrl, dataDir: config.dataDir, domain: config.domain, log });
  await demo.close();
  return demo.issuer;
}

async function requireDemo(client: pg.Client, { databaseUrl }: SoloConfig, issuer: string): Promise<void> {
  const { rows } = await client.query<{ demo: number; others: number }>(
    `select count(*) filter (where issuer = $1) as demo,
       count(*) filter (where issuer <> $1 and issuer <> '') as others from identity.users`,
    [issuer],
  );
  if (Number(rows[0]?.others) > 0) throw refusal('people in it sign in elsewhere than at the demo sign-in');
  if (databaseUrl && Number(rows[0]?.demo) === 0)
    throw refusal('DATABASE_URL names it, and nobody of the demo is in it');
}

const refusal = (why: string) =>
  new PlainError(
    `This may be a database that people use: ${why}. What is invented does not go away again by itself. ` +
      'If it is meant, add --yes.',
  );
