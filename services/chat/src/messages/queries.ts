import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import { sql } from 'kysely';
import { anyOf } from '../chats/queries.ts';
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
  }));
  const { rows } = await sql<CommittedRow>`select * from commit_sends(${JSON.stringify(wanted)}::jsonb)`.execute(db);
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

/** A page of what is there for a member: the first after `after`, else the newest (before `before`); oldest first. */
export async function selectPage(
  db: ChatDatabase,
  chatId: string,
  page: { visibleAfter: number; after?: number | undefined; before?: number | undefined; limit: number },
) {
  const rows = await db
    .selectFrom('messages')
    .leftJoin('attachments', 'attachments.url', 'messages.attachment_url')
    .selectAll('messages')
    .select('attachments.about as attachment')
    .where('chat_id', '=', chatId)
    .where('seq', '>', Math.max(page.visibleAfter, page.after ?? 0))
    .$if(page.before !== undefined, (query) => query.where('seq', '<', page.before ?? 0))
    .orderBy('seq', page.after === undefined ? 'desc' : 'asc')
    .limit(page.limit)
    .execute();
  return page.after === undefined ? rows.reverse() : rows;
}

export type MessageRow = Awaited<ReturnType<typeof selectPage>>[number];

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
