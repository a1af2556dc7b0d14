import type { ClientBase } from 'pg';

/** For connections with long work, on which nothing is sent for minutes: a router in between would forget them. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };

/**
 * Lifts the limits that a hosting provider may have set for a connection's role, and has the server check that our machine is
 * still there: locks of a lost machine are then released after a minute, not after two hours. `idleInTransaction`: ms within
 * which the next statement of a transaction must come. Older servers do not know all of these settings, Unix sockets have no
 * keepalive, and some poolers refuse them while a connection begins: so they are set afterwards.
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
