import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

/** Prepares a PostgreSQL data folder for all servers of a run: creating one takes longer than the rest of a start. */
export async function preparePostgres(folder: string): Promise<void> {
  const dataDir = join(folder, 'prepared');
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('warn', 'tests'), durable: false });
  await postgres.stop();
  process.env['PREPARED_POSTGRES'] = dataDir;
}

/** Copies it into `dataDir`, as if it had been created there. */
export async function layOutPostgres(dataDir: string): Promise<void> {
  const prepared = process.env['PREPARED_POSTGRES'];
  if (!prepared) return;
  const parts = ['postgres', 'postgres.password'].map((name) => join(prepared, name));
  // By the `cp` program: it keeps the owner of the files, who is another user if we are root.
  await promisify(execFile)('cp', ['-a', ...parts, dataDir]);
}
