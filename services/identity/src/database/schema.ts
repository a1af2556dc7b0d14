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
}

export type IdentityDatabase = Kysely<IdentityTables>;
export type PersonRow = Selectable<IdentityTables['users']>;
