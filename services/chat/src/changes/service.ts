import type { BodyOf } from '@koinonia/contracts/call.ts';
import type { editMessage as editMessageCall, Message } from '@koinonia/contracts/chat.ts';
import { isVisible } from '@koinonia/contracts/common.ts';
import { type AppError, conflict, forbidden, invalid } from '@koinonia/kit/errors.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import { membershipOf, messageNotFound } from '../access.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { mentionsOf } from '../messages/mentions.ts';
import { presentMessage } from '../messages/present.ts';
import { selectChanged, selectMessage } from '../messages/queries.ts';
import type { TellMessages } from '../messages/tell-messages.ts';
import { wholeMessages } from '../messages/whole-messages.ts';
import { indexOf } from '../search/words.ts';
import { texts } from '../texts.ts';
import type { Messenger } from '@koinonia/kit/work/messenger.ts';
import { type ChangeOutcome, changeMessage, type Edit, selectVersions } from './queries.ts';

/** At most this many are sent out at once, a message and the replies that quote it; clients ask for the rest. */
const toldAtOnce = 20;

interface Dependencies {
  db: ChatDatabase;
  tellMessages: TellMessages;
}

interface Place {
  readonly caller: string;
  readonly chatId: string;
  readonly messageId: string;
}

/** Changes the text of the caller's own message. */
export async function editMessage(
  dependencies: Dependencies,
  place: Place,
  wanted: BodyOf<typeof editMessageCall>,
): Promise<Message> {
  const text = isVisible(wanted.text) ? wanted.text : '';
  const mentions = await mentionsOf(dependencies.db, place.chatId, wanted.mentions);
  const words = indexOf({ senderId: place.caller, text });
  return change(dependencies, place, { text, mentions, words });
}

/** Deletes everything of the caller's own message except its place; its file is deleted too. */
export async function deleteMessage(
  dependencies: Dependencies & { withdrawals: Messenger },
  place: Place,
): Promise<Message> {
  const deleted = await change(dependencies, place, null);
  dependencies.withdrawals.go();
  return deleted;
}

async function change({ db, tellMessages }: Dependencies, place: Place, edit: Edit | null): Promise<Message> {
  const { caller, chatId, messageId } = place;
  const { visible_after_seq: visibleAfter } = await membershipOf(db, caller, chatId);
  if (!isOwnId(messageId)) throw messageNotFound();
  const { outcome, change_seq: changeSeq } = await changeMessage(db, { chatId, messageId, editor: caller, edit });
  if (outcome === 'forbidden') {
    // Whoever caused a system line is its sender, but may not change it either.
    const known = await selectMessage(db, chatId, messageId, visibleAfter);
    throw forbidden(known?.system ? texts.lineOfChat : texts.notYourMessage);
  }
  const refusal = refusalOf(outcome);
  if (refusal) throw refusal;
  if (changeSeq !== null) {
    const after = changeSeq - 1;
    await tellMessages('messageChanged', await selectChanged(db, chatId, { after, limit: toldAtOnce }));
  }
  const row = await selectMessage(db, chatId, messageId, visibleAfter);
  const [message] = row ? await wholeMessages(db, [row], { uid: caller, visibleAfter }) : [];
  if (!message) throw messageNotFound();
  return presentMessage(message);
}

function refusalOf(outcome: Exclude<ChangeOutcome, 'forbidden'>): AppError | null {
  switch (outcome) {
    case 'changed':
    case 'same':
      return null;
    case 'missing':
      return messageNotFound();
    case 'deleted':
      return conflict(texts.messageDeleted);
    case 'empty':
      return invalid(texts.emptyMessage);
    case 'too often':
      return invalid(texts.tooManyEdits);
    default:
      // The database is of a later release: what it says may be a refusal.
      throw new Error(`change_message said ${String(outcome)}`);
  }
}

/** All versions of a message's text, oldest first, for every member who sees it. */
export async function versionsOf(db: ChatDatabase, { caller, chatId, messageId }: Place) {
  const { visible_after_seq: visibleAfter } = await membershipOf(db, caller, chatId);
  if (!isOwnId(messageId)) throw messageNotFound();
  // Read from one snapshot: an edit in between would appear twice.
  const moment = db.transaction().setIsolationLevel('repeatable read');
  const versions = await moment.execute(async (trx) => {
    const message = await selectMessage(trx, chatId, messageId, visibleAfter);
    if (!message) throw messageNotFound();
    if (message.deleted_at !== null) return [];
    const now = { text: message.text, written_at: message.edited_at ?? message.created_at };
    return [...(await selectVersions(trx, messageId)), now];
  });
  return versions.map(({ text, written_at }) => ({ text, writtenAt: written_at.toISOString() }));
}
