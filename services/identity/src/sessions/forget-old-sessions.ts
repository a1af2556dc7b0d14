import type { Logger } from '@koinonia/kit/observing/log.ts';
import { repeat } from '@koinonia/kit/process/repeat.ts';
import type { IdentityDatabase } from '../database/schema.ts';
import { deleteOutlived } from './queries.ts';

const every = 60 * 60 * 1000;

/** Deletes sessions that have outlived their cookies, at the start and hourly. */
export const forgetOldSessions = (db: IdentityDatabase, log: Logger) =>
  repeat(() => deleteOutlived(db), { first: 0, every, log, name: 'forgetting old sessions' });
