import pg from 'pg';
import { BackupError } from './backup-error.ts';

export interface DatabaseConnection {
  readonly client: pg.Client;
  /** What to report in place of `failure`: that the connection was lost, if it was. */
  reasonOf(failure: unknown): unknown;
}

/** `name`: how the connection is listed in the database. It must be ended by the caller. */
export async function connectTo(databaseUrl: string, name: string): Promise<DatabaseConnection> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: name });
  let lost: Error | undefined;
  // Without a listener, a connection that is lost between two queries would end the process.
  client.on('error', (error) => (lost ??= error));
  await client.connect();
  return {
    client,
    reasonOf(failure) {
      const reason = lost ?? (isFatal(failure) ? failure : undefined);
      return reason ? new BackupError(`The database ended the connection: ${reason.message}.`) : failure;
    },
  };
}

/** After an error of this severity PostgreSQL closes the connection. */
const isFatal = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.severity === 'FATAL';
