import type { ClientBase } from 'pg';

/** For connections with long work, on which nothing is said for minutes: a router in between would forget them. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };

/**
 * Frees a connection from the limits that a hoster may have set for its role, and has the server ask whether our machine is
 * still there: what a lost machine has locked is free again after a minute, not after two hours. `idleInTransaction`: ms
 * within which the next statement of a transaction must come. Older servers do not know all of these settings, a socket of
 * the same machine takes no questions, and some poolers refuse them before a connection begins: so they are set after it.
 */
export async function setForLongWork(client: ClientBase, { idleInTransaction = 0 } = {}): Promise<void> {
  const settings = {
    statement_timeout: 0,
    idle_in_transaction_session_timeout: idleInTransaction,
    idle_session_timeout: 0,
    transaction_timeout: 0,
    tcp_keepalives_idle: 30,
    tcp_keepalives_interval: 10,
    tcp_keepalives_count: 3,
  };
  await client.query(
    `select set_config(name, wanted.value, false)
     from pg_settings join jsonb_each_text($1) as wanted (name, value) using (name)`,
    [JSON.stringify(settings)],
  );
}
