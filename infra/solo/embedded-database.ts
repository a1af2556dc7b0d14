import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { DataInUse, openDataDir } from './data-dir.ts';
import { embeddedUrl, startEmbeddedPostgres } from './embedded-postgres.ts';
import { PlainError } from '@koinonia/kit/process/plain-error.ts';

export interface EmbeddedDatabase {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * The database in a data folder, for a tool. 'shared': the running product's own; when it does not run, started for the tool.
 * 'alone': always started for the tool. Throws in plain words when there is none to share, or when it is in use and the tool
 * must be alone. If `ending` is aborted before a PostgreSQL that it starts answers, rejects once that has ended.
 */
export async function openEmbeddedDatabase(
  dataDir: string,
  use: 'shared' | 'alone',
  log: Logger,
  ending?: AbortSignal,
): Promise<EmbeddedDatabase> {
  if (use === 'shared') {
    if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) throw new PlainError(`There is no data in ${dataDir}.`);
    const running = await runningUrl(dataDir);
    if (running !== null) return { url: running, close: async () => {} };
  }
  const held = await openDataDir(dataDir);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log, ending });
    return {
      url: postgres.url,
      async close() {
        await postgres.stop();
        held.release();
      },
    };
  } catch (error) {
    held.release();
    throw error;
  }
}

/** The database address of the product that runs on this folder; null when none does. */
async function runningUrl(dataDir: string): Promise<string | null> {
  try {
    (await openDataDir(dataDir)).release();
    return null;
  } catch (error) {
    if (!(error instanceof DataInUse)) throw error;
  }
  // Lines 4 and 8 of PostgreSQL's pid file: its port, and whether it is ready.
  const lines = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(noneIfMissing)).split('\n');
  if (lines[7]?.trim() !== 'ready')
    throw new PlainError(`The product in ${dataDir} is starting or ending. Run the same command again in a moment.`);
  return embeddedUrl(Number(lines[3]), await readFile(join(dataDir, 'postgres.password'), 'utf8'));
}

function noneIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
