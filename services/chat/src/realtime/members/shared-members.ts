import { selectMemberIds } from '../../chats/queries.ts';
import type { ChatDatabase } from '../../database/schema.ts';
import { readTogether } from '../../read-together.ts';

/** The members of a chat, read after it is called. */
export type MembersOf = (chatId: string) => Promise<ReadonlySet<string>>;

/**
 * Returns the same set for a chat as long as its members stay the same and somebody keeps the set: after a restart, everyone
 * opens the chat of the whole staff at once, and a set of 1,000 members takes 75 kB.
 */
export function createSharedMembers(db: ChatDatabase): MembersOf {
  const shared = new Map<string, WeakRef<ReadonlySet<string>>>();
  const unused = new FinalizationRegistry<string>((chatId) => {
    if (shared.get(chatId)?.deref() === undefined) shared.delete(chatId);
  });

  return readTogether(async (chatId) => {
    const members: ReadonlySet<string> = new Set(await selectMemberIds(db, chatId));
    const before = shared.get(chatId)?.deref();
    if (before?.size === members.size && [...members].every((uid) => before.has(uid))) return before;
    shared.set(chatId, new WeakRef(members));
    unused.register(members, chatId);
    return members;
  });
}
