import type { AuditTargetKind } from '@koinonia/contracts/audit.ts';
import type { Role, Theme } from '@koinonia/contracts/identity.ts';
import type { ColumnType, Generated, Kysely, Selectable } from 'kysely';

export interface IdentityTables {
  users: {
    id: string;
    /** `issuer` and `subject` together are who someone is; unique. */
    issuer: string;
    subject: string;
    email: string;
    display_name: string;
    phone: Generated<string>;
    photo_url: Generated<string>;
    role: Role;
    theme: Generated<Theme>;
    active: Generated<boolean>;
    created_at: ColumnType<Date, never, never>;
    /** When anything last changed that the person, or an admin, sees of them: their groups too. */
    changed_at: ColumnType<Date, never, Date>;
    /** When they asked for the deletion of their data, which an admin then does. */
    deletion_requested_at: ColumnType<Date | null, never, Date | null>;
    /** When an admin said no to that. */
    deletion_declined_at: ColumnType<Date | null, never, Date | null>;
    /** Of a former member, nothing personal is left. */
    deleted_at: ColumnType<Date | null, never, Date | null>;
  };
  sessions: {
    id: string;
    /** SHA-256 of what the cookie holds: a copy of the database opens no session. */
    token_hash: Buffer;
    user_id: string;
    /** The device and its address, encrypted (`sealed-device.ts`). */
    sealed_device: string;
    created_at: ColumnType<Date, never, never>;
    last_seen_at: Generated<Date>;
    ended_at: Date | null;
  };
  /** Who did what to whom; a chain, see `audit/chain.ts`. Nothing in it is personal: people are told by their ids. */
  audit_log: {
    /** Counts from 1 without gaps. */
    seq: number;
    /** Of the act itself: one that is reported twice is recorded once. */
    id: string;
    at: Date;
    /** Null when nobody acted, as when ADMIN_EMAILS makes an admin. */
    by: string | null;
    /** Written by this release or, while both run, a later one. */
    act: string;
    target_kind: AuditTargetKind | null;
    target_id: string | null;
    /** Of groups, which may be gone later. */
    target_name: string;
    /** JSON, in the very letters that were hashed. */
    before: string | null;
    after: string | null;
    address: string;
    device: string;
    hash: string;
  };
  /** One row: how far the log has got. Whoever writes to the log holds it, so that lines come one after another. */
  audit_head: { seq: number; hash: string };
  /** What awaits somebody who has not come yet: applied once, when the holder of this address is first seen. */
  invitations: {
    id: string;
    email: string;
    role: Role;
    group_ids: string[];
    invited_by: string;
    created_at: ColumnType<Date, Date | undefined, Date>;
    used_by: string | null;
    /** Null while the groups service has not yet been told; it may be away. */
    groups_joined_at: Date | null;
  };
  /** Which services are still to be told that somebody's data was deleted: whichever is away then hears it later. */
  farewells: {
    person_id: string;
    service: FarewellService;
    /** Said so many times more: the last time when nothing that had begun before can still be under way. */
    rounds: number;
    due_at: ColumnType<Date, never, Date>;
  };
  /** Downloads of everything that is stored of somebody: what keeps them few. */
  downloads: {
    id: string;
    user_id: string;
    /** The session whose browser may read it. */
    session_id: string;
    prepared_at: ColumnType<Date, never, never>;
    begun_at: ColumnType<Date | null, never, Date>;
    /** Told again and again while it goes on, so that one whose process died does not stand in the way. */
    alive_at: ColumnType<Date | null, never, Date>;
    ended_at: ColumnType<Date | null, never, Date>;
  };
}

export type FarewellService = 'groups' | 'chat' | 'media';

export type IdentityDatabase = Kysely<IdentityTables>;
export type PersonRow = Selectable<IdentityTables['users']>;
