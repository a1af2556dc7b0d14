import { migrations as chat } from '@koinonia/chat/database/migrations/migrations.ts';
import { migrations as groups } from '@koinonia/groups/database/migrations/migrations.ts';
import { migrations as identity } from '@koinonia/identity/database/migrations/migrations.ts';
import type { Migrations } from '@koinonia/kit/database.ts';
import { migrations as media } from '@koinonia/media/database/migrations/migrations.ts';

/** Each service's part of the database: its schema, and the migrations that make it. */
export const parts: Readonly<Record<string, Migrations>> = { chat, groups, identity, media };

/** Where each schema notes which migrations it has seen. Made anew by a restore, so not backed up. */
export const migrationTables: ReadonlySet<string> = new Set(['kysely_migration', 'kysely_migration_lock']);

/**
 * Not backed up: who was signed in. A session that somebody has ended since must not come to life again by a restore, and
 * the secret that would open what it keeps is not in a backup either. Everybody signs in again.
 */
export const leftOut: ReadonlySet<string> = new Set(['identity.sessions']);
