import { anyOf } from '@koinonia/kit/stores/any-of.ts';
import { keepsPlan } from '@koinonia/kit/stores/kept-plans.ts';
import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import { sql } from 'kysely';
import type { ChatDatabase } from '../database/schema.ts';

/** A message to be sent; it gets this `id` if it is new. */
export interface Send {
  readonly id: string;
  readonly chatId: string;
  readonly senderId: string;
  readonly text: string;
  readonly attachmentUrl: string | null;
  /** Media's data about it. */
  readonly attachment: AttachmentAbout | null;
  readonly clientId: string | null;
  readonly replyToSeq: number | null;
  readonly mentions: string[] | null;
}

/** The result of an allowed send: stored now, or already known by its sender's `clientId`. */
export interface CommittedRow {
  /** The send's place in the batch. */
  place: number;
  outcome: 'stored' | 'known';
  seq: number;
  created_at: Date;
  /** People who left the chat in the last minutes: their sockets may still be in it. */
  left_lately: string[];
}

/** Stores a batch of sends, all or none; sends by people who are not members of the chat are left out of the answer. */
export async function commitSends(db: ChatDatabase, sends: readonly Send[]): Promise<CommittedRow[]> {
  const [first, ...others] = sends;
  const alone = first && others.length === 0 ? await commitText(db, first) : null;
  return alone ? [alone] : commitBatch(db, sends);
}

/** Stores a send that is a plain text; null when it is something more, or was not stored. */
async function commitText(db: ChatDatabase, send: Send): Promise<CommittedRow | null> {
  const { id, chatId, senderId, text, clientId, ...more } = send;
  if (Object.values(more).some((value) => value !== null)) return null;
  const { rows } = await sql<{ seq: number | null; created_at: Date; left_lately: string[] }>`select ${keepsPlan}
    seq, created_at, left_lately
    from commit_text(${id}::uuid, ${chatId}::uuid, ${senderId}::uuid, ${text}, ${clientId})`.execute(db);
  const [stored] = rows;
  if (!stored || stored.seq === null) return null;
  return { ...stored, place: 0, outcome: 'stored', seq: stored.seq };
}

async function commitBatch(db: ChatDatabase, sends: readonly Send[]): Promise<CommittedRow[]> {
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
  const { rows } = await sql<CommittedRow>`select ${keepsPlan}
    place, outcome, seq, created_at, left_lately
    from commit_messages(${JSON.stringify(wanted)}::jsonb)`.execute(db);
  return rows;
}

/** Stores media's data about an attachment, before the message that has it. An existing entry stays. */
export async function insertAttachment(db: ChatDatabase, url: string, about: AttachmentAbout): Promise<void> {
  await db
    .insertInto('attachments')
    .values({ url, about: JSON.stringify(about) })
    .onConflict((conflict) => conflict.column('url').doNothing())
    .execute();
}

/** Messages, each with media's data about its attachment. */
const selectMessages = (db: ChatDatabase) =>
  db
    .selectFrom('messages')
    .leftJoin('attachments', 'attachments.url', 'messages.attachment_url')
    .selectAll('messages')
    .select('attachments.about as attachment');

export type MessageRow = Awaited<ReturnType<typeof selectChanged>>[number];

/** The messages that changed after this change of the chat, in the order of the changes. */
export function selectChanged(db: ChatDatabase, chatId: string, { after, limit }: { after: number; limit: number }) {
  return selectMessages(db)
    .where('chat_id', '=', chatId)
    .where('change_seq', '>', after)
    .orderBy('change_seq')
    .limit(limit)
    .execute();
}

/** The current message, if a reader who sees only later positions than this may see it. */
export function selectMessage(db: ChatDatabase, chatId: string, messageId: string, visibleAfter: number) {
  return selectMessages(db)
    .where('id', '=', messageId)
    .where('chat_id', '=', chatId)
    .where('seq', '>', visibleAfter)
    .executeTakeFirst();
}

/** The message that this person sent with this `clientId`, to whichever chat. */
export function selectSent(db: ChatDatabase, senderId: string, clientId: string) {
  return selectMessages(db).where('sender_id', '=', senderId).where('client_id', '=', clientId).executeTakeFirst();
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

/** The first text of a message that was changed; undefined if it never changed. */
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

/** How often each emoji was given to each of these messages, in order of first use, and whether this person gave it. */
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

/** Their sockets may still be in the chat. */
const leftLately = sql<boolean>`left_at > now() - interval '5 minutes'`;

/** The people who must not get a message: they left the chat lately, or may not see the message. */
export async function selectBlindTo(db: ChatDatabase, chatId: string, seq: number): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('chat_id', '=', chatId)
    .where((eb) => eb.or([eb('visible_after_seq', '>=', seq), leftLately]))
    .execute();
  return rows.map((row) => row.user_id);
}

/**
 * Who gets a reply: `unseeing` people without the message that it replies to, `blind` ones not at all, and all others as it is.
 * `seeing` are these others; they are only looked up if there are `unseeing` ones. From one query: whoever leaves between two
 * would seem to be a member.
 */
export async function selectSightOfReply(
  db: ChatDatabase,
  reply: { chat_id: string; seq: number },
  original: { seq: number },
): Promise<{ blind: string[]; seeing: string[]; unseeing: string[] }> {
  const inChat = db.selectFrom('memberships').where('chat_id', '=', reply.chat_id);
  const isUnseeing = inChat
    .select('user_id')
    .where('left_at', 'is', null)
    .where('visible_after_seq', '>=', original.seq)
    .where('visible_after_seq', '<', reply.seq);
  const rows = await inChat
    .select(['user_id', 'visible_after_seq', 'left_at'])
    .where((eb) =>
      eb.or([
        leftLately,
        eb('left_at', 'is', null).and('visible_after_seq', '>=', original.seq),
        eb('left_at', 'is', null).and(eb.exists(isUnseeing)),
      ]),
    )
    .execute();
  const sightOf = ({ left_at, visible_after_seq: visibleAfter }: (typeof rows)[number]) => {
    if (left_at !== null || visibleAfter >= reply.seq) return 'blind';
    return visibleAfter < original.seq ? 'seeing' : 'unseeing';
  };
  const { blind = [], seeing = [], unseeing = [] } = Object.groupBy(rows, sightOf);
  const idsOf = (some: typeof rows) => some.map((row) => row.user_id);
  return { blind: idsOf(blind), seeing: idsOf(seeing), unseeing: idsOf(unseeing) };
}
