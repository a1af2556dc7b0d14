import type { ColumnType, Generated, Kysely, Selectable } from 'kysely';

/** Set once, at the insert, and never changed. */
type Once<T> = ColumnType<T, T, never>;

export type UploadKind = 'avatar' | 'attachment' | 'group-picture';

/** `pending`: its image is being processed. A file that is not an image is `ready` as soon as it is stored. */
export type UploadState = 'pending' | 'ready' | 'failed';

export type VariantFormat = 'webp' | 'jpeg';

export interface MediaTables {
  uploads: {
    /** Made when the upload arrived, so it contains the time; the objects in the store are named after it. */
    id: Once<string>;
    kind: Once<UploadKind>;
    owner_id: Once<string>;
    /** The chat of an attachment or a group's picture; null for avatars. */
    chat_id: Once<string | null>;
    file_name: Once<string>;
    content_type: Once<string>;
    /** The sender's own id for the upload. */
    client_id: Once<string | null>;
    /** Size in bytes of the file as it was sent. */
    size: Once<number>;
    /** Size in pixels as displayed; null for files that are not images. */
    width: Once<number | null>;
    height: Once<number | null>;
    placeholder: Once<string | null>;
    animated: Once<boolean>;
    state: UploadState;
    /** Whether the store has the file. A row that stays false is deleted by the sweep. */
    stored: Generated<boolean>;
    /** How often processing of the image was started. */
    tries: Generated<number>;
    /** Until then, only the claiming worker processes it. */
    claimed_until: Date | null;
    /** When it became the picture of a person or a group, or when a message was about to be sent with it. */
    used_at: Date | null;
    /** When chat said that a message names this attachment. */
    named_at: Date | null;
    /** From then on, nobody can read it. */
    withdrawn_at: Date | null;
    /** The owner's data is deleted, so the file is deleted even if a message names it. */
    owner_gone: Generated<boolean>;
    /** When it arrived; once the store has it, when it was stored. */
    created_at: ColumnType<Date, never, Date>;
  };
  variants: {
    upload_id: Once<string>;
    /** The side of an avatar, or the nominal width of an image. */
    size: Once<number>;
    format: Once<VariantFormat>;
    /** Actual size in pixels. */
    width: Once<number>;
    height: Once<number>;
    bytes: Once<number>;
  };
  pictures: {
    /** The person whose picture the issuer sent. One row per person, so it is copied once. */
    person_id: Once<string>;
    address: string;
    state: 'pending' | 'done' | 'failed';
    tries: Generated<number>;
    created_at: ColumnType<Date, never, Date>;
  };
  /** One row, made by the migration. */
  file_store: {
    /** By which the file store knows this database. */
    id: ColumnType<string, never, never>;
  };
}

export type MediaDatabase = Kysely<MediaTables>;
export type UploadRow = Selectable<MediaTables['uploads']>;
export type VariantRow = Selectable<MediaTables['variants']>;
