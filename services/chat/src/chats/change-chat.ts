import { type BodyOf } from '@koinonia/contracts/call.ts';
import { type Chat, type changeChat as changeChatCall, maxChatMembers } from '@koinonia/contracts/chat.ts';
import { invalid } from '@koinonia/kit/errors.ts';
import { chatNotFound } from '../access.ts';
import type { ChatDatabase } from '../database/schema.ts';
import type { People } from '../people.ts';
import { texts } from '../texts.ts';
import { nameOfGroup } from './name-of-group.ts';
import { addMembers, lockChat, removeMembers, renameChat, selectMemberIds } from './queries.ts';
import { chatFor } from './service.ts';
import { writeLines } from './system-lines.ts';
import type { TellChange } from './tell-change.ts';

interface Dependencies {
  db: ChatDatabase;
  people: People;
  tellChange: TellChange;
}

/** Renames a group chat, adds and removes members. Removing oneself is leaving. */
export async function changeChat(
  { db, people, tellChange }: Dependencies,
  caller: string,
  chatId: string,
  wanted: BodyOf<typeof changeChatCall>,
): Promise<Chat> {
  const add = [...new Set(wanted.add)];
  const remove = [...new Set(wanted.remove)];
  if (add.some((uid) => remove.includes(uid))) throw invalid(texts.addedAndRemoved);
  // Asked before anything is locked: identity may be slow.
  const before = await chatFor(db, caller, chatId);
  if (!before.isGroup) throw invalid(texts.directCannotChange);
  await people.requireActive(add);
  const nameOf = await people.namesOrUnknown([caller, ...add, ...remove]);

  const { joined, left, members, lines } = await db.transaction().execute(async (trx) => {
    const chat = await lockChat(trx, chatId);
    const current = new Set(await selectMemberIds(trx, chatId));
    if (!chat || !current.has(caller)) throw chatNotFound();
    const joined = add.filter((uid) => !current.has(uid));
    const left = remove.filter((uid) => current.has(uid));
    if (current.size + joined.length - left.length > maxChatMembers) throw invalid(texts.tooManyMembers);
    const name = wanted.name === undefined ? chat.name : nameOfGroup(wanted.name);
    const isRenamed = name !== chat.name;
    if (isRenamed) await renameChat(trx, chatId, name);
    if (joined.length > 0) await addMembers(trx, chat, joined);
    if (left.length > 0) await removeMembers(trx, chatId, left);
    const change = { by: caller, joined, left, name: isRenamed ? name : undefined };
    const lines = await writeLines(trx, chat, change, nameOf);
    return { joined, left, lines, members: [...current, ...joined].filter((uid) => !left.includes(uid)) };
  });

  // Each change has a system line.
  if (lines.length > 0) await tellChange({ chatId, joined, left }, lines);
  if (!left.includes(caller)) return chatFor(db, caller, chatId);
  // A member who has just left gets the chat once more, as they last saw it.
  return { ...before, users: members, name: wanted.name === undefined ? before.name : nameOfGroup(wanted.name) };
}
