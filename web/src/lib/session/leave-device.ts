import { clearDrafts } from './drafts.ts';
import { session } from './session.ts';
import { untoldReads } from './untold-reads.ts';

/** Signs the page out, and keeps nothing of its person on the device, not even what they have not sent. */
export async function leaveDevice(): Promise<void> {
  clearDrafts();
  untoldReads.clear();
  session.end();
  const { clearOutbox } = await import('../outbox/outbox-database.ts');
  await clearOutbox().catch(() => undefined);
}
