import { ConfigError, parseEnvironment, variables } from '@koinonia/kit/config.ts';
import type { FileStore } from '@koinonia/kit/files/file-store.ts';
import type { Logger } from 'pino';
import { dataFolderOf, fileVariables, filesOf, openFiles } from '@koinonia/media/files.ts';
import { z } from 'zod';

const Environment = z.object({
  ...fileVariables,
  DATABASE_URL: variables.postgresUrl.optional(),
  BACKUP_KEY: z.string().min(16, 'must have 16 characters at least').optional(),
});

export type BackupConfig = ReturnType<typeof backupConfig>;

/** The stores are configured by the same variables as the product. Throws `ConfigError`. */
export function backupConfig(environment: Record<string, string | undefined>) {
  const set = parseEnvironment(Environment, environment);
  return Object.freeze({
    databaseUrl: set.DATABASE_URL,
    files: filesOf(set),
    dataDir: dataFolderOf(set),
    key: set.BACKUP_KEY,
  });
}

export interface Stores {
  readonly databaseUrl: string;
  readonly files: FileStore;
  close(): Promise<void>;
}

/** `use`: with 'read' the embedded database may be running already, with 'write' it must be ours alone. */
export async function openStores(config: BackupConfig, use: 'read' | 'write', log: Logger): Promise<Stores> {
  const database = config.databaseUrl
    ? { url: config.databaseUrl, close: async () => {} }
    : await openEmbedded(config.dataDir, use, log);
  try {
    return { databaseUrl: database.url, files: await openFiles(config.files), close: () => database.close() };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The embedded PostgreSQL is not part of the cluster's image, where it is never needed. */
async function openEmbedded(dataDir: string, use: 'read' | 'write', log: Logger) {
  const embedded = await import('@koinonia/infra/solo/embedded-database.ts').catch((cause: unknown) => {
    throw new ConfigError('DATABASE_URL: must be set here', { cause });
  });
  return embedded.openEmbeddedDatabase(dataDir, use, log);
}
