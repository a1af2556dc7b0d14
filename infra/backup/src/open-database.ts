import { ConfigError, variables } from '@koinonia/kit/process/config.ts';
import { dataFolderOf, fileVariables } from '@koinonia/media/files.ts';
import type { Logger } from 'pino';

/** Where the product's database is: the variables that the product itself reads. */
export const databaseVariables = {
  DATABASE_URL: variables.postgresUrl.optional(),
  DATA_DIR: fileVariables.DATA_DIR,
};

interface DatabasePlace {
  readonly url: string | undefined;
  /** Holds the embedded database when there is no `url`. */
  readonly dataDir: string;
}

export const databaseOf = (set: {
  DATABASE_URL?: string | undefined;
  DATA_DIR?: string | undefined;
}): DatabasePlace => ({
  url: set.DATABASE_URL,
  dataDir: dataFolderOf(set),
});

export interface OpenDatabase {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * `use`: with 'shared' an embedded database may already be running, with 'alone' it is started for this command only.
 * `ending` gives up its start.
 */
export async function openDatabase(
  { url, dataDir }: DatabasePlace,
  use: 'shared' | 'alone',
  log: Logger,
  ending?: AbortSignal,
): Promise<OpenDatabase> {
  if (url) return { url, close: async () => {} };
  // It is not part of the cluster's image, where it is never needed.
  const embedded = await import('@koinonia/infra/solo/embedded-database.ts').catch((cause: unknown) => {
    throw new ConfigError('DATABASE_URL: must be set here', { cause });
  });
  return embedded.openEmbeddedDatabase(dataDir, use, log, ending);
}
