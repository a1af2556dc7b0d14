import type { ChatDatabase } from '../database/schema.ts';
import { deleteAttachments, selectNamed } from './queries.ts';

/**
 * Says which attachments are named by a message. To `forget` the others is asked a while after media has withdrawn them:
 * no message that was on its way before can still come to name one.
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
