import { createDatabaseWithTables } from '@koinonia/kit/testing/database.ts';
import { migrations } from '../database/migrations/migrations.ts';
import type { MediaTables } from '../database/schema.ts';

/** A database with media's tables and without a running media service. */
export const createMediaDatabase = () => createDatabaseWithTables<MediaTables>('media', migrations);
