import { parseEnvironment } from '@koinonia/kit/process/config.ts';
import type { FileStore } from '@koinonia/kit/files/file-store.ts';
import type { Logger } from 'pino';
import { fileVariables, filesOf, openFiles } from '@koinonia/media/files.ts';
import { z } from 'zod';
import { databaseOf, databaseVariables, openDatabase } from './open-database.ts';

const Environment = z.object({
  ...fileVariables,
  ...databaseVariables,
  BACKUP_KEY: z.string().min(16, 'must have 16 characters at least').optional(),
});

export type BackupConfig = ReturnType<typeof backupConfig>;

/** The stores are configured by the same variables as the product. Throws `ConfigError`. */
export function backupConfig(environment: Record<string, string | undefined>) {
  const set = parseEnvironment(Environment, environment);
  return Object.freeze({
    database: databaseOf(set),
    files: filesOf(set),
    key: set.BACKUP_KEY,
  });
}

export interface Stores {
  readonly databaseUrl: string;
  readonly files: FileStore;
  /** When it is aborted, work on the stores must be given up. */
  readonly ending: AbortSignal;
  close(): Promise<void>;
}

/** `use`: as for `openDatabase`. */
export async function openStores(
  config: BackupConfig,
  use: 'shared' | 'alone',
  log: Logger,
  ending: AbortSignal,
): Promise<Stores> {
  const database = await openDatabase(config.database, use, log, ending);
  try {
    const files = await openFiles(config.files);
    return { databaseUrl: database.url, files, ending, close: () => database.close() };
  } catch (error) {
    await database.close();
    throw error;
  }
}
