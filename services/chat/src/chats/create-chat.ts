import { type BodyOf } from '@koinonia/contracts/call.ts';
import { type Chat, type createChat as createChatCall, maxChatMembers } from '@koinonia/contracts/chat.ts';
import { invalid, tooMuchAtOnce } from '@koinonia/kit/errors.ts';
import { newId } from '@koinonia/kit/ids.ts';
import type { ChatDatabase } from '../database/schema.ts';
import type { People } from '../people.ts';
import { texts } from '../texts.ts';
import { nameOfGroup } from './name-of-group.ts';
import { directKeyOf } from './direct-key.ts';
import { insertChat, lockPeople, selectDirectChat, selectGroupChatOf, unhide } from './queries.ts';
import { chatFor } from './service.ts';
import type { TellChange } from './tell-change.ts';
import type { TellDevices } from './tell-devices.ts';

interface Dependencies {
  db: ChatDatabase;
  people: People;
  tellChange: TellChange;
  tellDevices: TellDevices;
}

interface Wanted extends BodyOf<typeof createChatCall> {
  /** False when the caller has begun enough chats for now. */
  mayBegin: boolean;
}

/** Opens the chat of the caller with these people: the existing one, or a new one. */
export async function createChat(
  { db, people, tellChange, tellDevices }: Dependencies,
  caller: string,
  wanted: Wanted,
): Promise<{ isNew: boolean; chat: Chat }> {
  const others = [...new Set(wanted.users)].filter((uid) => uid !== caller);
  if (others.length === 0) throw invalid(texts.nobodySelected);
  if (!wanted.isGroup && others.length > 1) throw invalid(texts.directIsForTwo);
  if (others.length >= maxChatMembers) throw invalid(texts.tooManyMembers);
  await people.requireActive(others);

  const members = [caller, ...others].sort();
  const opened = await db.transaction().execute(async (trx) => {
    await lockPeople(trx, `${wanted.isGroup ? 'group' : 'direct'} ${members.join(' ')}`);
    return (await reopen(trx, caller, members, wanted.isGroup)) ?? (await begin(trx, members, wanted));
  });

  const chat = await chatFor(db, caller, opened.id);
  if (opened.isNew) await tellChange({ chatId: opened.id, joined: members, left: [] }, []);
  if (opened.wasHidden) tellDevices.reopened(caller, chat);
  return { isNew: opened.isNew, chat };
}

async function reopen(trx: ChatDatabase, caller: string, members: string[], isGroup: boolean) {
  const known = isGroup
    ? await selectGroupChatOf(trx, caller, members)
    : await selectDirectChat(trx, directKeyOf(members));
  return known && { id: known.id, isNew: false, wasHidden: await unhide(trx, caller, known.id) };
}

async function begin(trx: ChatDatabase, members: string[], wanted: Wanted) {
  if (!wanted.mayBegin) throw tooMuchAtOnce();
  const chat = {
    id: newId(),
    is_group: wanted.isGroup,
    name: wanted.isGroup ? nameOfGroup(wanted.name ?? '') : null,
    direct_key: wanted.isGroup ? null : directKeyOf(members),
  };
  await insertChat(trx, chat, members);
  return { id: chat.id, isNew: true, wasHidden: false };
}
