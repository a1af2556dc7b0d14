import { migrations as chat } from '@koinonia/chat/database/migrations/migrations.ts';
import { migrations as groups } from '@koinonia/groups/database/migrations/migrations.ts';
import { migrations as identity } from '@koinonia/identity/database/migrations/migrations.ts';
import type { Migrations } from '@koinonia/kit/stores/database.ts';
import { migrations as media } from '@koinonia/media/database/migrations/migrations.ts';

/** Each service's part of the database: its schema, and the migrations that create it. */
export const parts: Readonly<Record<string, Migrations>> = { chat, groups, identity, media };

/** The tables in which each schema records its migrations. A restore recreates them, so they are not backed up. */
export const migrationTables: ReadonlySet<string> = new Set(['kysely_migration', 'kysely_migration_lock']);

/**
 * Not backed up: sessions. A restore must not bring back a session that was ended since, and the secret that decrypts
 * sessions is not in a backup either. Everybody signs in again.
 */
export const leftOut: ReadonlySet<string> = new Set(['identity.sessions']);
