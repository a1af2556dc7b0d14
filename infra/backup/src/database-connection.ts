import { keptAlive, setForLongWork } from '@koinonia/kit/stores/long-work.ts';
import pg from 'pg';
import { BackupError } from './backup-error.ts';

export interface DatabaseConnection {
  readonly client: pg.Client;
  /** What to report in place of `failure`: that the command was ended, or the connection lost, if so. */
  reasonOf(failure: unknown): unknown;
  /** Call before what must not be given up half-way: throws if the command is to end; afterwards `ending` has no effect. */
  goThrough(): void;
}

/**
 * `name`: how the connection is listed in the database. `ending` ends the connection and all work on it; otherwise the
 * caller must end it.
 */
export async function connectTo(
  databaseUrl: string,
  name: string,
  ending = new AbortController().signal,
): Promise<DatabaseConnection> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: name, ...keptAlive });
  let lost: Error | undefined;
  // Without a listener, a connection that is lost between two queries would end the process.
  client.on('error', (error) => (lost ??= error));
  await client.connect();
  const giveUp = () => void client.end();
  ending.addEventListener('abort', giveUp);
  if (ending.aborted) giveUp();
  function reasonOf(failure: unknown): unknown {
    if (ending.aborted) return ending.reason;
    const reason = lost ?? (isFatal(failure) ? failure : undefined);
    return reason ? new BackupError(`The database ended the connection: ${reason.message}.`) : failure;
  }
  await setForLongWork(client).catch(async (error: unknown) => {
    await client.end();
    throw reasonOf(error);
  });
  return {
    client,
    goThrough() {
      ending.throwIfAborted();
      ending.removeEventListener('abort', giveUp);
    },
    reasonOf,
  };
}

/** After an error of this severity PostgreSQL closes the connection. */
const isFatal = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.severity === 'FATAL';
