import type { AuditTargetKind } from '@koinonia/contracts/audit.ts';
import type { Role, Theme } from '@koinonia/contracts/identity.ts';
import type { Audience } from '@koinonia/kit/calls/caller-statement.ts';
import type { ColumnType, Generated, Kysely, Selectable } from 'kysely';

export interface IdentityTables {
  users: {
    id: string;
    /** `issuer` and `subject` together identify a person; unique. */
    issuer: string;
    subject: string;
    email: string;
    /** When the ID token with this address was issued, in seconds since 1970. Null if the release before stored it. */
    email_issued_at: Generated<number | null>;
    display_name: string;
    /** With ASCII digits (`plainNumber` of the contracts). */
    phone: Generated<string>;
    photo_url: Generated<string>;
    role: Role;
    theme: Generated<Theme>;
    active: Generated<boolean>;
    created_at: ColumnType<Date, never, never>;
    /** When anything last changed that the person, or an admin, sees about them, including their groups. */
    changed_at: ColumnType<Date, never, Date>;
    /** When they requested the deletion of their data, which an admin then carries out. */
    deletion_requested_at: ColumnType<Date | null, never, Date | null>;
    /** When an admin declined that request. */
    deletion_declined_at: ColumnType<Date | null, never, Date | null>;
    /** Set for a former member, whose personal data is deleted. */
    deleted_at: ColumnType<Date | null, never, Date | null>;
  };
  sessions: {
    id: string;
    /** SHA-256 of the cookie's value: a copy of the database opens no session. */
    token_hash: Buffer;
    user_id: string;
    /** The device and its address, encrypted (`sealed-device.ts`). */
    sealed_device: string;
    created_at: ColumnType<Date, never, never>;
    last_seen_at: Generated<Date>;
    /** When somebody signed this device out. None for a session that expires, or that is deleted when everybody is signed out. */
    ended_at: Date | null;
  };
  /** Who did what to whom; a chain, see `audit/chain.ts`. Of people it contains only ids, and the addresses and devices of admins. */
  audit_log: {
    /** Counts from 1 without gaps. */
    seq: number;
    /** The id of the act: an act that is reported twice is recorded once. */
    id: string;
    at: Date;
    /** Null when nobody acted, such as when ADMIN_EMAILS makes an admin. */
    by: string | null;
    /** An act that this release knows, or a later one during a rollout. */
    act: string;
    target_kind: AuditTargetKind | null;
    target_id: string | null;
    /** Only for groups, which may be gone later. */
    target_name: string;
    /** JSON, with exactly the characters that were hashed. */
    before: string | null;
    after: string | null;
    address: string;
    device: string;
    hash: string;
  };
  /** One row: the last line of the log. Writers lock it, so that lines are added one after another. */
  audit_head: { seq: number; hash: string };
  /** The role and groups for a person who has not signed in yet: applied once, when the owner of this address is first seen. */
  invitations: {
    id: string;
    email: string;
    role: Role;
    group_ids: string[];
    invited_by: string;
    created_at: ColumnType<Date, Date | undefined, Date>;
    used_by: string | null;
    /** Null until the groups service has been told; it may be away. */
    groups_joined_at: Date | null;
  };
  /** Services that must still be told to delete a person's data: a service that is away is told later. */
  farewells: {
    person_id: string;
    service: FarewellService;
    /** Remaining calls: the last one is made when no request from before the deletion can still be running. */
    rounds: number;
    due_at: ColumnType<Date, never, Date>;
  };
  /** Downloads of a person's data, stored to limit their number. */
  downloads: {
    id: string;
    user_id: string;
    /** The session whose browser may read it. */
    session_id: string;
    prepared_at: ColumnType<Date, never, never>;
    begun_at: ColumnType<Date | null, never, Date>;
    /** Updated repeatedly during the download, so that one whose process died does not block the next. */
    alive_at: ColumnType<Date | null, never, Date>;
    ended_at: ColumnType<Date | null, never, Date>;
  };
}

export type FarewellService = Exclude<Audience, 'identity'>;

export type IdentityDatabase = Kysely<IdentityTables>;
export type PersonRow = Selectable<IdentityTables['users']>;
