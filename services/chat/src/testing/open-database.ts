import { createLog } from '@koinonia/kit/observing/log.ts';
import { createDatabase } from '@koinonia/kit/stores/database.ts';
import type { ChatTables } from '../database/schema.ts';

/** The database of a world, to see and to do what no call can; whoever opens it destroys it. */
export const openDatabase = ({ databaseUrl: url }: { databaseUrl: string }) =>
  createDatabase<ChatTables>({ url, schema: 'chat', log: createLog('silent', 'chat') });
