import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileStore } from '@koinonia/kit/files/file-store.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { migrate, type Migrations } from '@koinonia/kit/stores/database.ts';
import type { TestDatabase } from '@koinonia/kit/testing/database.ts';
import pg from 'pg';
import { backUp } from '../back-up.ts';

const log = createLog('silent', 'tests');

/** Makes the schemas of a release. */
export async function migrated({ url }: TestDatabase, release: Readonly<Record<string, Migrations>>): Promise<void> {
  for (const [schema, migrations] of Object.entries(release)) await migrate({ url, schema, migrations, log });
}

export async function queried({ url }: TestDatabase, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

export async function backupOf({ url }: TestDatabase, files: FileStore): Promise<Buffer> {
  const output = new PassThrough();
  const bytes = buffer(output);
  await backUp({ databaseUrl: url, files }, output, undefined);
  return bytes;
}
