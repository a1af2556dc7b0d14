import type { SystemLine } from '@koinonia/contracts/chat.ts';
import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import type { ColumnType, Generated, Kysely } from 'kysely';

/** Set once, by the database or at the insert, and never changed. */
type Once<T> = ColumnType<T, T, never>;
type SetByDatabase<T> = ColumnType<T, never, never>;

export interface ChatTables {
  chats: {
    id: Once<string>;
    is_group: Once<boolean>;
    name: string | null;
    /** The address of a group's picture, which media keeps. */
    photo_url: string | null;
    /** The two people of a direct chat, sorted: it exists once. Null for groups. */
    direct_key: Once<string | null>;
    /** The position of the newest message. Its row is locked to give the next one out, so there are no gaps. */
    last_seq: Generated<number>;
    last_message_at: Date | null;
    created_at: SetByDatabase<Date>;
  };
  /** Rows are kept when somebody leaves: what they may no longer see is told by `left_at`. */
  memberships: {
    chat_id: Once<string>;
    user_id: Once<string>;
    /** Nothing up to here is there for this member: they came later, or took the chat away for themselves. */
    visible_after_seq: Generated<number>;
    read_seq: Generated<number>;
    marked_unread: Generated<boolean>;
    /** Taken away by this member. It is back once `last_seq` is beyond `visible_after_seq`, so a send writes no row here. */
    hidden: Generated<boolean>;
    joined_at: ColumnType<Date, never, Date>;
    /** When the chat came into this member's list, for the order of chats in which they see no message. */
    opened_at: ColumnType<Date, never, Date>;
    left_at: ColumnType<Date | null, never, Date | null>;
    /** When they joined or left last; the nodes' sweep goes by it. */
    changed_at: ColumnType<Date, never, Date>;
  };
  messages: {
    id: Once<string>;
    chat_id: Once<string>;
    seq: Once<number>;
    sender_id: Once<string>;
    text: Once<string>;
    attachment_url: Once<string | null>;
    client_id: Once<string | null>;
    created_at: Once<Date>;
    reply_to_seq: SetByDatabase<number | null>;
    mentions: SetByDatabase<string[] | null>;
    /** What happened to the chat, as JSON; null for what people say. */
    system: ColumnType<SystemLine | null, string | null, never>;
    edited_at: SetByDatabase<Date | null>;
    deleted_at: SetByDatabase<Date | null>;
    /** The change of the chat in which it was changed last; 0 when it never was. */
    change_seq: SetByDatabase<number>;
  };
  /** What edited messages said before. */
  message_versions: {
    message_id: SetByDatabase<string>;
    version: SetByDatabase<number>;
    text: SetByDatabase<string>;
    written_at: SetByDatabase<Date>;
  };
  /** How many changes of messages each chat has had. A row is locked to count one, so there are no gaps. */
  chat_changes: {
    chat_id: Once<string>;
    change_seq: SetByDatabase<number>;
    changed_at: SetByDatabase<Date | null>;
  };
  /** The words of each message that is not deleted, a short while after it was said. */
  searchable: {
    id: SetByDatabase<number>;
    chat_id: Once<string>;
    seq: Once<number>;
    words: ColumnType<string, string, string>;
  };
  /** How far each chat's messages have been made searchable. */
  searchable_up_to: { chat_id: Once<string>; seq: number };
  /** What media said of an attachment when it was sent: it never changes, and media need not be asked at each read. */
  attachments: {
    url: Once<string>;
    about: ColumnType<AttachmentAbout, string, never>;
  };
  /** Addresses that no message names any more, until media knows it. */
  withdrawals: { url: Once<string>; since: SetByDatabase<Date> };
  /** Only of people who chose; the others show both. */
  settings: { user_id: Once<string>; typing: boolean; presence: boolean };
  reactions: {
    message_id: Once<string>;
    user_id: Once<string>;
    emoji: Once<string>;
    created_at: SetByDatabase<Date>;
  };
}

export type ChatDatabase = Kysely<ChatTables>;
