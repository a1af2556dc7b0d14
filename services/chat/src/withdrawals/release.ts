import type { ChatDatabase } from '../database/schema.ts';
import { deleteAttachments, selectNamed } from './queries.ts';

/**
 * Says which attachments are named by a message. Media asks to `forget` the others only some time after withdrawing them:
 * by then, no message that was being sent can still come to name one.
 */
export async function releaseAttachments(
  db: ChatDatabase,
  { urls, forget }: { urls: readonly string[]; forget: boolean },
): Promise<{ named: string[] }> {
  const named = await selectNamed(db, urls);
  if (forget) {
    await deleteAttachments(
      db,
      urls.filter((url) => !named.includes(url)),
    );
  }
  return { named };
}
