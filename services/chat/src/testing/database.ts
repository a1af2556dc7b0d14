import { createLog } from '@koinonia/kit/observing/log.ts';
import { createDatabase, defaultConnections } from '@koinonia/kit/stores/database.ts';
import { createDatabaseWithTables } from '@koinonia/kit/testing/database.ts';
import { migrations } from '../database/migrations/migrations.ts';
import type { ChatTables } from '../database/schema.ts';

/** Whoever opens it destroys it. */
export const openDatabase = <Tables = ChatTables>(url: string, connections = defaultConnections) =>
  createDatabase<Tables>({ url, schema: 'chat', log: createLog('silent', 'chat'), connections });

/** A database with chat's tables and without a running chat service. */
export const createChatDatabase = () => createDatabaseWithTables<ChatTables>('chat', migrations);
