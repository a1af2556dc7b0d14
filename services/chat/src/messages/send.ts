import type { BodyOf } from '@koinonia/contracts/call.ts';
import { maxSendsAtOnce } from '@koinonia/contracts/chat-internal.ts';
import type { Message, sendMessage as sendMessageCall } from '@koinonia/contracts/chat.ts';
import { isVisible } from '@koinonia/contracts/common.ts';
import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import { codeOf } from '@koinonia/kit/code-of.ts';
import { AppError, conflict, invalid } from '@koinonia/kit/errors.ts';
import { isOwnId, newId } from '@koinonia/kit/ids.ts';
import { chatNotFound, membershipOf } from '../access.ts';
import type { Attachments } from '../attachments.ts';
import { ensureCounter } from '../changes/counter.ts';
import type { ChatDatabase } from '../database/schema.ts';
import type { ChatMetrics } from '../metrics.ts';
import type { Broadcast } from '../realtime/delivery/broadcast.ts';
import { texts } from '../texts.ts';
import { createGroupCommitter } from './group-committer.ts';
import { mentionsOf } from './mentions.ts';
import { presentForAll, presentMessage } from './present.ts';
import {
  type CommittedRow,
  commitSends,
  insertAttachment,
  type MessageRow,
  type Send,
  selectAt,
  selectFirstText,
  selectSent,
} from './queries.ts';
import type { TellMessages } from './tell-messages.ts';
import { wholeMessages } from './whole-messages.ts';

/** Ms that a send may take. Below 5 s, the time in which a store that is away must be reported. */
export const sendPatience = 4500;
const attempts = 3;

interface Dependencies {
  db: ChatDatabase;
  /** The same database, over connections that only sends use. */
  sendDb: ChatDatabase;
  attachments: Attachments;
  broadcast: Broadcast;
  tellMessages: TellMessages;
  metrics: ChatMetrics;
}

/** Sends a message to a chat. `isNew` is false when the sender's `clientId` was known: then it is only broadcast again. */
export type SendMessage = (
  sender: string,
  wanted: BodyOf<typeof sendMessageCall>,
) => Promise<{ isNew: boolean; message: Message }>;

export function createSendMessage(dependencies: Dependencies): SendMessage {
  const { db, sendDb, attachments, broadcast, tellMessages, metrics } = dependencies;
  const committer = createSendCommitter(commitAndTell);
  /** A committer of its own: other sends must not wait for the changes that a reply waits for. */
  const replyCommitter = createSendCommitter(commitAndTell);

  async function commitAndTell(sends: readonly Send[]): Promise<(CommittedRow | null)[]> {
    metrics.batchSize.observe(sends.length);
    const stopTimer = metrics.commitDuration.startTimer();
    const committed = await commitWithRetries(sendDb, sends).finally(stopTimer);
    const rows = new Map(committed.map((row) => [row.place, row]));
    // Broadcast here and not by the caller, who may have stopped waiting.
    return sends.map((send, place) => {
      const row = rows.get(place) ?? null;
      if (row?.outcome === 'stored') tellNew(rowOf(send, row), row.left_lately);
      return row;
    });
  }

  function tellNew(row: MessageRow, blind: readonly string[]): void {
    // Some members may not see the quoted message, so the original must be read first.
    if (row.reply_to_seq !== null) void tellMessages('newMessage', [row]);
    else broadcast.toChat(row.chat_id, 'newMessage', presentForAll({ row, reactions: [] }), { seq: row.seq, blind });
  }

  /** Broadcasts the message that was sent with this `clientId` again; undefined if there is none. */
  async function sendAgain(send: Send) {
    const row = send.clientId === null ? undefined : await selectSent(db, send.senderId, send.clientId);
    if (!row) return undefined;
    if (!(await isSame(db, send, row))) throw conflict(texts.clientIdTaken);
    await tellMessages('newMessage', [row]);
    return { isNew: false, message: await asSeenBy(db, send.senderId, row) };
  }

  return async function sendMessage(sender, wanted) {
    const asked = toSend(sender, wanted);
    let send: Send;
    try {
      send = await withNeeds(asked, wanted, { db, attachments });
    } catch (refusal) {
      // It may have been stored while it was allowed.
      const again = isInvalid(refusal) && (await sendAgain(asked));
      if (!again) throw refusal;
      return again;
    }
    const { add } = send.replyToSeq === null ? committer : replyCommitter;
    const committed = await counted(add(send), metrics);
    if (committed?.outcome !== 'stored') {
      const again = committed && (await sendAgain(send));
      if (!again) throw chatNotFound();
      return again;
    }
    const row = rowOf(send, committed);
    const isPlain = row.reply_to_seq === null;
    return { isNew: true, message: isPlain ? presentMessage({ row, reactions: [] }) : await asSeenBy(db, sender, row) };
  };
}

const createSendCommitter = (commit: (sends: readonly Send[]) => Promise<(CommittedRow | null)[]>) =>
  createGroupCommitter({
    commit,
    isRefusal,
    keyOf: ({ senderId, clientId }) => (clientId === null ? null : `${senderId} ${clientId}`),
    limit: maxSendsAtOnce,
    patience: sendPatience,
  });

/** Counts a send by the answer that its sender gets, even if its commit succeeds after they stopped waiting. */
async function counted(committing: Promise<CommittedRow | null>, { sends, sendsWaiting }: ChatMetrics) {
  let outcome: CommittedRow['outcome'] | 'refused' | 'failed' = 'failed';
  sendsWaiting.inc();
  try {
    const committed = await committing;
    outcome = committed?.outcome ?? 'refused';
    return committed;
  } finally {
    sendsWaiting.dec();
    sends.inc({ outcome });
  }
}

/** The message as its sender sees it; the sender may have hidden the message that it replies to. */
async function asSeenBy(db: ChatDatabase, uid: string, row: MessageRow): Promise<Message> {
  const { visible_after_seq: visibleAfter } = await membershipOf(db, uid, row.chat_id);
  const [message] = await wholeMessages(db, [row], { uid, visibleAfter });
  return presentMessage(message ?? { row, reactions: [] });
}

/** Whether the message under this `clientId` is the same as this send. The text of a deleted message is not known any more. */
async function isSame(db: ChatDatabase, send: Send, row: MessageRow): Promise<boolean> {
  if (row.chat_id !== send.chatId) return false;
  if (row.deleted_at !== null) return true;
  const text = row.edited_at === null ? row.text : await selectFirstText(db, row.id);
  return text === send.text && row.attachment_url === send.attachmentUrl;
}

function toSend(senderId: string, wanted: BodyOf<typeof sendMessageCall>): Send {
  const { chatId, text: written = '', clientId = null } = wanted;
  const text = isVisible(written) ? written : '';
  const attachmentUrl = wanted.attachmentUrl || null;
  const replyToSeq = wanted.replyTo ?? null;
  if (!isOwnId(chatId)) throw chatNotFound();
  if (text === '' && attachmentUrl === null) throw invalid(texts.emptyMessage);
  return { id: newId(), chatId, senderId, text, attachmentUrl, attachment: null, clientId, replyToSeq, mentions: null };
}

/** The send with what it refers to. Throws `invalid` when its attachment or the message that it replies to is not there. */
async function withNeeds(
  send: Send,
  wanted: BodyOf<typeof sendMessageCall>,
  { db, attachments }: Pick<Dependencies, 'db' | 'attachments'>,
): Promise<Send> {
  const { chatId, senderId, attachmentUrl, replyToSeq } = send;
  let attachment: AttachmentAbout | null = null;
  if (attachmentUrl !== null) {
    await membershipOf(db, senderId, chatId);
    attachment = await attachments.find(chatId, senderId, attachmentUrl);
    if (!attachment) throw invalid(texts.attachmentRefused);
    await insertAttachment(db, attachmentUrl, attachment);
  }
  if (replyToSeq !== null) await requireOriginal(db, senderId, chatId, replyToSeq);
  return { ...send, attachment, mentions: await mentionsOf(db, chatId, wanted.mentions) };
}

const isInvalid = (error: unknown) => error instanceof AppError && error.code === 'invalid';

/**
 * What the sender sees does not disappear until the reply is committed, unless they delete the chat meanwhile. Then the reply
 * quotes nothing, as for everyone who does not see the original.
 */
async function requireOriginal(db: ChatDatabase, uid: string, chatId: string, seq: number): Promise<void> {
  const { visible_after_seq: visibleAfter } = await membershipOf(db, uid, chatId);
  const [original] = seq > visibleAfter ? await selectAt(db, chatId, [seq]) : [];
  if (!original) throw invalid(texts.nothingToReplyTo);
  await ensureCounter(db, chatId);
}

/**
 * The same `clientId` may be sent at the same moment through another node to another chat, so that no lock is shared. Then
 * one of the two violates the unique key, and finds the other's message when it retries. A send that had to give way to a
 * migration in a deadlock has changed nothing, so it is retried too.
 */
async function commitWithRetries(db: ChatDatabase, sends: readonly Send[]): Promise<CommittedRow[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await commitSends(db, sends);
    } catch (error) {
      if (attempt >= attempts || !mayBeTriedAgain(error)) throw error;
    }
  }
}

const mayBeTriedAgain = (error: unknown) => ['23505', '40P01'].includes(codeOf(error));

/** PostgreSQL refused the content of the batch: invalid data (class 22), or a violated constraint (23). */
const isRefusal = (error: unknown) => /^2[23]/.test(codeOf(error));

/** The message as it was stored. */
const rowOf = (send: Send, { seq, created_at }: CommittedRow): MessageRow => ({
  id: send.id,
  chat_id: send.chatId,
  seq,
  sender_id: send.senderId,
  text: send.text,
  attachment_url: send.attachmentUrl,
  attachment: send.attachment,
  client_id: send.clientId,
  created_at,
  reply_to_seq: send.replyToSeq,
  mentions: send.mentions,
  system: null,
  edited_at: null,
  deleted_at: null,
  change_seq: 0,
});
