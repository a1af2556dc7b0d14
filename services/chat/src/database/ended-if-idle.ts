import { sql } from 'kysely';

/**
 * To be selected with a lock that sends wait for: if this node freezes or loses its network, PostgreSQL ends the transaction
 * after 2.5 s without a statement, and not after the 10 s of other transactions, whatever its connection says. Sends wait
 * 3.5 s for a lock.
 */
export const endedIfIdle = sql<string>`set_config('idle_in_transaction_session_timeout', '2500', true)`;
