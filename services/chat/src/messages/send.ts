import type { BodyOf } from '@koinonia/contracts/call.ts';
import type { Message, sendMessage as sendMessageCall } from '@koinonia/contracts/chat.ts';
import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import { conflict, invalid } from '@koinonia/kit/errors.ts';
import { isOwnId, newId } from '@koinonia/kit/ids.ts';
import { chatNotFound, membershipOf } from '../access.ts';
import type { Attachments } from '../attachments.ts';
import type { ChatDatabase } from '../database/schema.ts';
import type { ChatMetrics } from '../metrics.ts';
import type { Broadcast } from '../realtime/broadcast.ts';
import { texts } from '../texts.ts';
import { createGroupCommitter } from './group-committer.ts';
import { presentForAll, presentMessage } from './present.ts';
import { type CommittedRow, commitSends, insertAttachment, type Send, selectBlindTo, selectReactions } from './queries.ts';

const batchLimit = 200;
/** Under the 5 s within which a store that is away must be told. */
const patience = 4500;
const attempts = 3;

interface Dependencies {
  db: ChatDatabase;
  /** The same database, over connections that nothing else uses. */
  sendDb: ChatDatabase;
  attachments: Attachments;
  broadcast: Broadcast;
  metrics: ChatMetrics;
}

/** Says something in a chat. `isNew` is false when the sender's `clientId` was known: then it is only sent out again. */
export type SendMessage = (
  sender: string,
  wanted: BodyOf<typeof sendMessageCall>,
) => Promise<{ isNew: boolean; message: Message }>;

export function createSendMessage({ db, sendDb, attachments, broadcast, metrics }: Dependencies): SendMessage {
  const committer = createGroupCommitter<Send, CommittedRow | null>({
    commit: commitAndTell,
    isRefusal,
    keyOf: ({ senderId, clientId }) => (clientId === null ? null : `${senderId} ${clientId}`),
    limit: batchLimit,
    patience,
  });

  async function commitAndTell(sends: readonly Send[]): Promise<(CommittedRow | null)[]> {
    metrics.batchSize.observe(sends.length);
    const stopTimer = metrics.commitDuration.startTimer();
    const rows = new Map((await commitOnce(sendDb, sends)).map((row) => [row.place, row]));
    stopTimer();
    // Told here and not by whoever asked: they may have stopped waiting.
    return sends.map((send, place) => {
      const row = rows.get(place) ?? null;
      metrics.sends.inc({ outcome: row?.outcome ?? 'refused' });
      if (row?.outcome === 'stored') {
        broadcast.toChat(send.chatId, 'newMessage', presentForAll(rowOf(send, row), []), row.left_lately);
      }
      return row;
    });
  }

  async function sendOutAgain(send: Send, row: CommittedRow): Promise<Message> {
    const known = rowOf(send, row);
    const reactions = await selectReactions(db, send.senderId, [known.id]);
    const blind = await selectBlindTo(db, known.chat_id, known.seq);
    broadcast.toChat(known.chat_id, 'newMessage', presentForAll(known, reactions), blind);
    return presentMessage(known, reactions);
  }

  return async function sendMessage(sender, wanted) {
    const send = await toSend(sender, wanted, { db, attachments });
    const row = await committer.add(send);
    if (!row) throw chatNotFound();
    if (row.outcome === 'stored') return { isNew: true, message: presentMessage(rowOf(send, row), []) };
    const isSame = row.chat_id === send.chatId && row.text === send.text && row.attachment_url === send.attachmentUrl;
    if (!isSame) throw conflict(texts.clientIdTaken);
    return { isNew: false, message: await sendOutAgain(send, row) };
  };
}

async function toSend(
  senderId: string,
  wanted: BodyOf<typeof sendMessageCall>,
  { db, attachments }: Pick<Dependencies, 'db' | 'attachments'>,
): Promise<Send> {
  const { chatId, text = '', clientId = null } = wanted;
  const attachmentUrl = wanted.attachmentUrl || null;
  if (!isOwnId(chatId) || !isOwnId(senderId)) throw chatNotFound();
  if (text.trim() === '' && attachmentUrl === null) throw invalid(texts.emptyMessage);
  let attachment: AttachmentAbout | null = null;
  if (attachmentUrl !== null) {
    await membershipOf(db, senderId, chatId);
    attachment = await attachments.find(chatId, senderId, attachmentUrl);
    if (!attachment) throw invalid(texts.attachmentRefused);
    await insertAttachment(db, attachmentUrl, attachment);
  }
  return { id: newId(), chatId, senderId, text, attachmentUrl, attachment, clientId };
}

/**
 * The same `clientId` may be sent at the same moment through another node, to another chat, so that no lock is shared:
 * then one of the two stumbles over the unique key, and finds the other's message when it tries again.
 */
async function commitOnce(db: ChatDatabase, sends: readonly Send[]): Promise<CommittedRow[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await commitSends(db, sends);
    } catch (error) {
      if (attempt >= attempts || !isUniqueViolation(error)) throw error;
    }
  }
}

const sqlStateOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const isUniqueViolation = (error: unknown) => sqlStateOf(error) === '23505';

/** PostgreSQL itself said no to what was in the batch: wrong data (class 22), or against a rule of the tables (23). */
const isRefusal = (error: unknown) => /^2[23]/.test(sqlStateOf(error));

const rowOf = (send: Send, row: CommittedRow) => ({
  id: row.id,
  chat_id: row.chat_id,
  seq: row.seq,
  sender_id: send.senderId,
  text: row.text,
  attachment_url: row.attachment_url,
  attachment: send.attachment,
  client_id: send.clientId,
  created_at: row.created_at,
});
