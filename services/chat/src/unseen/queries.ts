import { sql } from 'kysely';
import { lockCounter } from '../changes/counter.ts';
import type { ChatDatabase } from '../database/schema.ts';

/** A chat with messages that none of its members sees: those up to this position. */
export interface Unseen {
  readonly chat_id: string;
  readonly up_to: number;
}

/**
 * The chats in which there is something that no member sees; in a group without members, everything. Only what has been made
 * searchable: otherwise whoever is just about to index a message would bring its words back. A number for each chat is read,
 * and of the messages only the first position, from the index.
 */
export const selectUnseen = (db: ChatDatabase) =>
  db
    .selectFrom('searchable_up_to')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('memberships')
          .select(sql<number>`least(min(visible_after_seq), searchable_up_to.seq)`.as('up_to'))
          .whereRef('memberships.chat_id', '=', 'searchable_up_to.chat_id')
          .where('left_at', 'is', null)
          .as('unseen'),
      (join) => join.onTrue(),
    )
    .select(['searchable_up_to.chat_id', 'unseen.up_to'])
    .where('unseen.up_to', '>', 0)
    .where(
      sql<boolean>`(select min(seq) from messages where messages.chat_id = searchable_up_to.chat_id) <= unseen.up_to`,
    );

/** Deletes the first of a chat's messages that nobody sees, with everything that belongs to them. Returns how many there were. */
export async function deleteSome(trx: ChatDatabase, { chat_id, up_to }: Unseen, atMost: number): Promise<number> {
  const { first } = await trx
    .selectFrom('messages')
    .select((eb) => eb.fn.min<number | null>('seq').as('first'))
    .where('chat_id', '=', chat_id)
    .executeTakeFirstOrThrow();
  if (first === null || first > up_to) return 0;
  // The lock that every change of a message takes: no reaction or edit comes in between, and the last two messages that name
  // a file are not deleted at the same moment.
  await lockCounter(trx, chat_id);
  // Positions have no gaps.
  const last = Math.min(up_to, first + atMost - 1);
  const ids = trx.selectFrom('messages').select('id').where('chat_id', '=', chat_id).where('seq', '<=', last);
  await trx.deleteFrom('message_versions').where('message_id', 'in', ids).execute();
  await trx.deleteFrom('reactions').where('message_id', 'in', ids).execute();
  await trx.deleteFrom('searchable').where('chat_id', '=', chat_id).where('seq', '<=', last).execute();
  const deleted = trx.deleteFrom('messages').where('chat_id', '=', chat_id).where('seq', '<=', last);
  return Number((await deleted.executeTakeFirstOrThrow()).numDeletedRows);
}

/**
 * The groups that have neither members nor messages left. Nobody can come back to one: only members add people. For a day,
 * nodes may still look up who has left.
 */
export const selectDeserted = (db: ChatDatabase) =>
  db
    .selectFrom('chats')
    .select('id')
    .where('is_group', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships')
            .select('user_id')
            .whereRef('chat_id', '=', 'chats.id')
            .where((eb) => eb.or([eb('left_at', 'is', null), eb('left_at', '>', sql<Date>`now() - interval '1 day'`)])),
        ),
      ),
    )
    .where(sql<boolean>`(select min(seq) from messages where messages.chat_id = chats.id) is null`);

/** Deletes a chat without messages. Returns 0 when it was gone. */
export async function deleteChat(trx: ChatDatabase, chatId: string): Promise<number> {
  for (const table of ['chat_changes', 'searchable_up_to', 'memberships'] as const)
    await trx.deleteFrom(table).where('chat_id', '=', chatId).execute();
  const { numDeletedRows } = await trx.deleteFrom('chats').where('id', '=', chatId).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
