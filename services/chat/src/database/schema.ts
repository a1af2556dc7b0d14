import type { SystemLine } from '@koinonia/contracts/chat.ts';
import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import type { ColumnType, Generated, Kysely } from 'kysely';

/** Set by the database or at the insert, and then changed only by its functions and by SQL written by hand, if ever. */
type Once<T> = ColumnType<T, T, never>;
type SetByDatabase<T> = ColumnType<T, never, never>;

export interface ChatTables {
  chats: {
    id: Once<string>;
    is_group: Once<boolean>;
    name: string | null;
    /** The address of a group's picture, which media stores. */
    photo_url: string | null;
    /** The two people of a direct chat, sorted and unique, so that it exists once. Null for groups. */
    direct_key: Once<string | null>;
    /** The position of the newest message. The row is locked to assign the next position, so there are no gaps. */
    last_seq: Generated<number>;
    last_message_at: Date | null;
    created_at: SetByDatabase<Date>;
  };
  /** Rows are kept when a member leaves, with `left_at`: from then on they see nothing of the chat. */
  memberships: {
    chat_id: Once<string>;
    user_id: Once<string>;
    /** This member sees nothing up to here: they joined later, or hid the chat. */
    visible_after_seq: Generated<number>;
    read_seq: Generated<number>;
    marked_unread: Generated<boolean>;
    /** Hidden by this member. The chat is back once `last_seq` exceeds `visible_after_seq`, so a send writes no row here. */
    hidden: Generated<boolean>;
    joined_at: ColumnType<Date, never, Date>;
    /** When the chat came into this member's list, to sort chats in which they see no message. */
    opened_at: ColumnType<Date, never, Date>;
    left_at: ColumnType<Date | null, never, Date | null>;
    /** When they last joined, left or hid the chat; the nodes' sweep reads it. */
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
    /** The event of a system line, as JSON; null for messages of people. */
    system: ColumnType<SystemLine | null, string | null, never>;
    edited_at: SetByDatabase<Date | null>;
    deleted_at: SetByDatabase<Date | null>;
    /** The number of the message's last change in the chat; 0 when it never changed. */
    change_seq: SetByDatabase<number>;
  };
  /** Earlier texts of edited messages. */
  message_versions: {
    message_id: SetByDatabase<string>;
    version: SetByDatabase<number>;
    text: SetByDatabase<string>;
    written_at: SetByDatabase<Date>;
  };
  /** The number of changes in each chat. The row is locked to count one, so there are no gaps. */
  chat_changes: {
    chat_id: Once<string>;
    change_seq: SetByDatabase<number>;
    changed_at: SetByDatabase<Date | null>;
  };
  /** The words of each message, written a moment after it was sent; a deleted one has none. */
  searchable: {
    id: SetByDatabase<number>;
    chat_id: Once<string>;
    seq: Once<number>;
    words: ColumnType<string, string, string>;
  };
  /** The position up to which each chat's messages are searchable. */
  searchable_up_to: { chat_id: Once<string>; seq: number };
  /** Media's data about an attachment at the time of sending: it never changes, and reads need not ask media. */
  attachments: {
    url: Once<string>;
    about: ColumnType<AttachmentAbout, string, never>;
  };
  /** Addresses that no message names any more, until media has been told. */
  withdrawals: { url: Once<string>; since: SetByDatabase<Date> };
  /** Only for people who chose; the others show both. */
  settings: { user_id: Once<string>; typing: boolean; presence: boolean };
  reactions: {
    message_id: Once<string>;
    user_id: Once<string>;
    emoji: Once<string>;
    created_at: SetByDatabase<Date>;
  };
}

export type ChatDatabase = Kysely<ChatTables>;
