import { anyOf } from '@koinonia/kit/any-of.ts';
import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import { sql } from 'kysely';
import type { ChatDatabase } from '../database/schema.ts';

/** A message that somebody wants to send; `id` becomes its own if it is new. */
export interface Send {
  readonly id: string;
  readonly chatId: string;
  readonly senderId: string;
  readonly text: string;
  readonly attachmentUrl: string | null;
  /** What media says of it. */
  readonly attachment: AttachmentAbout | null;
  readonly clientId: string | null;
  readonly replyToSeq: number | null;
  readonly mentions: readonly string[] | null;
}

/** What became of a send that was allowed: stored now, or known already by its sender's `clientId`. */
export interface CommittedRow {
  /** The send's place in the batch. */
  place: number;
  outcome: 'stored' | 'known';
  id: string;
  chat_id: string;
  seq: number;
  text: string;
  attachment_url: string | null;
  created_at: Date;
  reply_to_seq: number | null;
  mentions: string[] | null;
  edited_at: Date | null;
  deleted_at: Date | null;
  change_seq: number;
  /** Who left the chat in the last minutes: their sockets may not have been told yet. */
  left_lately: string[];
}

/** Stores a batch of sends, all or none; those whose sender is no member of the chat are left out of the answer. */
export async function commitSends(db: ChatDatabase, sends: readonly Send[]): Promise<CommittedRow[]> {
  const wanted = sends.map((send, place) => ({
    place,
    id: send.id,
    chat_id: send.chatId,
    sender_id: send.senderId,
    text: send.text,
    attachment_url: send.attachmentUrl,
    client_id: send.clientId,
    ...(send.replyToSeq !== null && { reply_to_seq: send.replyToSeq }),
    ...(send.mentions && { mentions: send.mentions }),
  }));
  const { rows } = await sql<CommittedRow>`select * from commit_messages(${JSON.stringify(wanted)}::jsonb)`.execute(db);
  return rows;
}

/** Keeps what media said of an attachment, before the message that has it. The first time counts. */
export async function insertAttachment(db: ChatDatabase, url: string, about: AttachmentAbout): Promise<void> {
  await db
    .insertInto('attachments')
    .values({ url, about: JSON.stringify(about) })
    .onConflict((conflict) => conflict.column('url').doNothing())
    .execute();
}

/** Messages, each with what media said of its attachment. */
const selectMessages = (db: ChatDatabase) =>
  db
    .selectFrom('messages')
    .leftJoin('attachments', 'attachments.url', 'messages.attachment_url')
    .selectAll('messages')
    .select('attachments.about as attachment');

export type MessageRow = Awaited<ReturnType<typeof selectChanged>>[number];

/** What changed after this change of the chat, in the order of the changes. */
export function selectChanged(
  db: ChatDatabase,
  chatId: string,
  { after, visibleAfter, limit }: { after: number; visibleAfter: number; limit: number },
) {
  return selectMessages(db)
    .where('chat_id', '=', chatId)
    .where('change_seq', '>', Math.max(after, 0))
    .where('seq', '>', visibleAfter)
    .orderBy('change_seq')
    .limit(limit)
    .execute();
}

/** The message as it is now, if it is there for whoever sees what comes after this position. */
export function selectMessage(db: ChatDatabase, chatId: string, messageId: string, visibleAfter: number) {
  return selectMessages(db)
    .where('id', '=', messageId)
    .where('chat_id', '=', chatId)
    .where('seq', '>', visibleAfter)
    .executeTakeFirst();
}

/** The messages at these positions. */
export async function selectAt(db: ChatDatabase, chatId: string, seqs: readonly number[]): Promise<MessageRow[]> {
  if (seqs.length === 0) return [];
  return selectMessages(db)
    .where('chat_id', '=', chatId)
    .where('seq', 'in', [...new Set(seqs)])
    .execute();
}

/** The newest messages with an attachment, before a position if one is given; newest first. */
export function selectWithAttachment(
  db: ChatDatabase,
  chatId: string,
  page: { visibleAfter: number; before?: number | undefined; limit: number },
) {
  return selectMessages(db)
    .where('chat_id', '=', chatId)
    .where('attachment_url', 'is not', null)
    .where('seq', '>', page.visibleAfter)
    .$if(page.before !== undefined, (query) => query.where('seq', '<', page.before ?? 0))
    .orderBy('seq', 'desc')
    .limit(page.limit)
    .execute();
}

/** Begins to count the changes of a chat, if nobody has yet. Replies hold that row, so it has to be there. */
export async function countChanges(db: ChatDatabase, chatId: string): Promise<void> {
  await db
    .insertInto('chat_changes')
    .values({ chat_id: chatId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What a message said when it was sent, whatever was made of it since; undefined if it never changed. */
export async function selectFirstText(db: ChatDatabase, messageId: string): Promise<string | undefined> {
  const first = await db
    .selectFrom('message_versions')
    .select('text')
    .where('message_id', '=', messageId)
    .orderBy('version')
    .limit(1)
    .executeTakeFirst();
  return first?.text;
}

/** How often each emoji stands at each of these messages, in the order in which they came, and whether this person's is among them. */
export function selectReactions(db: ChatDatabase, uid: string, messageIds: readonly string[]) {
  return db
    .selectFrom('reactions')
    .select((eb) => [
      'message_id',
      'emoji',
      eb.fn.countAll<number>().as('count'),
      sql<boolean>`bool_or(user_id = ${uid}::uuid)`.as('is_mine'),
    ])
    .where('message_id', '=', anyOf(messageIds))
    .groupBy(['message_id', 'emoji'])
    .orderBy(sql`min(created_at)`)
    .execute();
}

export type ReactionRow = Awaited<ReturnType<typeof selectReactions>>[number];

/** Who must not be told of a message: they left the chat lately, or the message is not there for them. */
export async function selectBlindTo(db: ChatDatabase, chatId: string, seq: number): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('chat_id', '=', chatId)
    .where((eb) =>
      eb.or([eb('visible_after_seq', '>=', seq), eb('left_at', '>', sql<Date>`now() - interval '5 minutes'`)]),
    )
    .execute();
  return rows.map((row) => row.user_id);
}
