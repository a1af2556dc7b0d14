import type { BodyOf } from '@koinonia/contracts/call.ts';
import type { react as reactCall } from '@koinonia/contracts/chat.ts';
import { invalid } from '@koinonia/kit/errors.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import { chatNotFound, membershipOf, messageNotFound } from '../access.ts';
import { lockCounter } from '../changes/counter.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { presentCounts, presentMine } from '../messages/present.ts';
import { selectBlindTo, selectReactions } from '../messages/queries.ts';
import type { Broadcast } from '../realtime/delivery/broadcast.ts';
import { texts } from '../texts.ts';
import { fullEmoji } from './emoji.ts';
import { deleteReaction, insertReaction, lockMembership, lockVisibleMessage, numberChange } from './queries.ts';

/** Every event about a message contains all its reactions; this keeps one person from making it large. */
const maxReactionsOfOne = 20;

/** Adds or removes the caller's reaction to a message: as `on` says, otherwise toggles it. */
export async function react(
  { db, broadcast }: { db: ChatDatabase; broadcast: Broadcast },
  uid: string,
  wanted: BodyOf<typeof reactCall>,
) {
  const { chatId, messageId } = wanted;
  const emoji = fullEmoji(wanted.emoji);
  if (emoji === null) throw invalid(texts.noEmoji);
  await membershipOf(db, uid, chatId);
  if (!isOwnId(messageId)) throw messageNotFound();

  const { added, changed, changeSeq, all, seq, blind } = await db.transaction().execute(async (trx) => {
    // The counter first: if this waited for it while holding the membership, a change of the members could wait for this.
    const lastChange = await lockCounter(trx, chatId);
    const membership = await lockMembership(trx, uid, chatId);
    if (!membership) throw chatNotFound();
    const message = await lockVisibleMessage(trx, chatId, messageId, membership.visible_after_seq);
    if (!message) throw messageNotFound();

    const mine = presentMine(await selectReactions(trx, uid, [messageId]));
    const was = mine.includes(emoji);
    const added = wanted.on ?? !was;
    if (added && !was && mine.length >= maxReactionsOfOne) throw invalid(texts.tooManyReactions);
    if (added && !was) await insertReaction(trx, messageId, uid, emoji);
    if (!added && was) await deleteReaction(trx, messageId, uid, emoji);
    const changed = added !== was;
    if (changed) await numberChange(trx, chatId, messageId, lastChange + 1);
    return {
      added,
      changed,
      changeSeq: changed ? lastChange + 1 : message.change_seq,
      all: await selectReactions(trx, uid, [messageId]),
      seq: message.seq,
      blind: await selectBlindTo(trx, chatId, message.seq),
    };
  });

  const reactions = presentCounts(all);
  const number = changeSeq > 0 ? { changeSeq } : {};
  if (changed) {
    const told = { chatId, messageId, reactions, userId: uid, emoji, added, ...number };
    broadcast.toChat(chatId, 'messageReaction', told, { seq, blind });
  }
  return { ok: true as const, reactions, myReactions: presentMine(all), ...number };
}
