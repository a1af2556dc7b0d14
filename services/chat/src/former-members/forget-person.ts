import { formerMember } from '@koinonia/contracts/identity.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import { isMember } from '../access.ts';
import { lastChange } from '../changes/counter.ts';
import { lockChat, removeMembers } from '../chats/queries.ts';
import { writeLines } from '../chats/system-lines.ts';
import type { TellChange } from '../chats/tell-change.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { selectChanged } from '../messages/queries.ts';
import type { TellMessages } from '../messages/tell-messages.ts';
import type { People } from '../people.ts';
import type { Messenger } from '@koinonia/kit/work/messenger.ts';
import * as queries from './queries.ts';
import { rewriteLines } from './rewrite-lines.ts';

/** Shorter than the caller's timeout. */
const longest = 2500;
const atOnce = 100;

interface Dependencies {
  db: ChatDatabase;
  people: People;
  tellChange: TellChange;
  tellMessages: TellMessages;
  withdrawals: Messenger;
}

/**
 * Carries out the deletion of a person's data in chat: they leave their group chats, their attachments are removed from
 * their messages, their settings are deleted, and no system line names them any more. Their messages stay. So do their direct
 * chats, until the other person, to whom they also belong, deletes them. Each step is complete in itself, so a repeated call
 * continues where the last one stopped.
 */
export async function forgetPerson(dependencies: Dependencies, uid: string): Promise<{ done: boolean }> {
  if (!isOwnId(uid)) return { done: true };
  const until = performance.now() + longest;
  const step = async () => (await takeAttachments(dependencies, uid)) || (await leaveOne(dependencies, uid));
  await queries.deleteSettings(dependencies.db, uid);
  await queries.hideDirectChats(dependencies.db, uid);
  while (await step()) if (performance.now() > until) return { done: false };
  return { done: await rewriteLines(dependencies, uid, until) };
}

/** False when there are no attachments left. */
async function takeAttachments({ db, tellMessages, withdrawals }: Dependencies, uid: string): Promise<boolean> {
  const chatId = await queries.selectChatWithAttachmentOf(db, uid);
  if (chatId === undefined) return false;
  const after = await lastChange(db, chatId);
  // The data about them first: once no message names the attachments, nothing says whose they were.
  await queries.deleteAboutAttachmentsOf(db, uid, chatId);
  await queries.removeAttachmentsOf(db, uid, chatId, atOnce);
  withdrawals.go();
  await tellMessages('messageChanged', await selectChanged(db, chatId, { after, limit: atOnce }));
  return true;
}

/** False when no group chat is left. */
async function leaveOne({ db, tellChange }: Dependencies, uid: string): Promise<boolean> {
  const chatId = await queries.selectAnyGroupChatOf(db, uid);
  if (chatId === undefined) return false;
  const lines = await db.transaction().execute(async (trx) => {
    const chat = await lockChat(trx, chatId);
    if (!chat || !(await isMember(trx, uid, chatId))) return [];
    await removeMembers(trx, chatId, [uid]);
    return writeLines(trx, chat, { by: uid, joined: [], left: [uid], name: undefined }, () => formerMember);
  });
  await tellChange({ chatId, joined: [], left: [uid] }, lines);
  return true;
}
