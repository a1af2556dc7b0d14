import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLog } from '@koinonia/kit/log.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

/** Sets up a PostgreSQL, for all that a run starts: making one anew takes longer than all else of its start. */
export async function preparePostgres(folder: string): Promise<void> {
  const dataDir = join(folder, 'prepared');
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('warn', 'tests'), durable: false });
  await postgres.stop();
  process.env['PREPARED_POSTGRES'] = dataDir;
}

/** Lays it into `dataDir`, as if it had been made there. */
export async function layOutPostgres(dataDir: string): Promise<void> {
  const prepared = process.env['PREPARED_POSTGRES'];
  if (!prepared) return;
  const parts = ['postgres', 'postgres.password'].map((name) => join(prepared, name));
  // By the program: it leaves the files with their owner, who is another user where we are root.
  await promisify(execFile)('cp', ['-a', ...parts, dataDir]);
}
