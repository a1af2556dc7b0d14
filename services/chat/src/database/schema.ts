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
  };
  /** What media said of an attachment when it was sent: it never changes, and media need not be asked at each read. */
  attachments: {
    url: Once<string>;
    about: ColumnType<AttachmentAbout, string, never>;
  };
  reactions: {
    message_id: Once<string>;
    user_id: Once<string>;
    emoji: Once<string>;
    created_at: SetByDatabase<Date>;
  };
}

export type ChatDatabase = Kysely<ChatTables>;
