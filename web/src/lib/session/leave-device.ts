import { emptyOutbox } from '../outbox/outbox-database.ts';
import { clearOwnStores } from './own-stores.ts';
import { session } from './session.ts';

/** Signs the page out, and keeps nothing of its person on the device, not even unsent messages. */
export async function leaveDevice(): Promise<void> {
  clearOwnStores();
  session.end();
  await emptyOutbox().catch(() => undefined);
}
