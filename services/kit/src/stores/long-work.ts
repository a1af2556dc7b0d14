import type { ClientBase } from 'pg';

/** For connections with long work, on which nothing is said for minutes: a router in between would forget them. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };

/** Frees a connection from the limits that a hoster may have set for its role. Older servers do not know all of them. */
export async function withoutTimeLimits(client: ClientBase): Promise<void> {
  await client.query(
    `select set_config(name, '0', false) from pg_settings where name in
       ('statement_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout', 'transaction_timeout')`,
  );
}
