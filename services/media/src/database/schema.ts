import type { ColumnType, Generated, Kysely, Selectable } from 'kysely';

/** Set once, at the insert, and never changed. */
type Once<T> = ColumnType<T, T, never>;

export type UploadKind = 'avatar' | 'attachment' | 'group-picture';

/** `pending`: its image is being worked on. A file that is no image is `ready` as soon as it is stored. */
export type UploadState = 'pending' | 'ready' | 'failed';

export type VariantFormat = 'webp' | 'jpeg';

export interface MediaTables {
  uploads: {
    /** Made when the upload came, so it tells its age; the objects in the store are named after it. */
    id: Once<string>;
    kind: Once<UploadKind>;
    owner_id: Once<string>;
    /** The chat that an attachment or a group's picture was given for; null for avatars. */
    chat_id: Once<string | null>;
    file_name: Once<string>;
    content_type: Once<string>;
    /** Bytes, as it was sent. */
    size: Once<number>;
    /** Pixels, as it is shown; null for what is no image. */
    width: Once<number | null>;
    height: Once<number | null>;
    placeholder: Once<string | null>;
    animated: Once<boolean>;
    state: UploadState;
    /** Whether the store has it. A row that never gets so far is swept away. */
    stored: Generated<boolean>;
    /** How often work on the image was begun. */
    tries: Generated<number>;
    /** Nobody else works on it before then. */
    claimed_until: Date | null;
    /** When it was put to its use: it became the photo of the person or the group, or was sent. */
    used_at: Date | null;
    /** When chat said that a message names this attachment. */
    named_at: Date | null;
    /** From then on it is not there for anybody. */
    withdrawn_at: Date | null;
    /** Nobody needs to be asked whether it may go: its owner's data is deleted. */
    owner_gone: Generated<boolean>;
    created_at: ColumnType<Date, never, never>;
  };
  variants: {
    upload_id: Once<string>;
    /** The side of an avatar, the nominal width of an image. */
    size: Once<number>;
    format: Once<VariantFormat>;
    /** Pixels, as made. */
    width: Once<number>;
    height: Once<number>;
    bytes: Once<number>;
  };
  pictures: {
    /** The person whose picture the issuer sent. One row each, so it is copied once. */
    person_id: Once<string>;
    address: Once<string>;
    state: 'pending' | 'done' | 'failed';
    tries: Generated<number>;
    created_at: ColumnType<Date, never, never>;
  };
}

export type MediaDatabase = Kysely<MediaTables>;
export type UploadRow = Selectable<MediaTables['uploads']>;
export type VariantRow = Selectable<MediaTables['variants']>;
