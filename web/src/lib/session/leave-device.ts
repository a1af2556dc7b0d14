import { emptyOutbox } from '../outbox/outbox-database.ts';
import { clearDrafts } from './drafts.ts';
import { session } from './session.ts';
import { untoldReads } from './untold-reads.ts';

/** Signs the page out, and keeps nothing of its person on the device, not even what they have not sent. */
export async function leaveDevice(): Promise<void> {
  clearDrafts();
  untoldReads.clear();
  session.end();
  await emptyOutbox().catch(() => undefined);
}
