import type { Logger } from '@koinonia/kit/observing/log.ts';
import { repeat } from '@koinonia/kit/work/repeat.ts';
import type { IdentityDatabase } from './database/schema.ts';
import { deleteOutdated } from './downloads/queries.ts';
import { deleteExpiredInvitations } from './invitations/queries.ts';
import { deleteOutlivedSessions, forgetUnusedDevices } from './sessions/queries.ts';

const every = 60 * 60 * 1000;

/**
 * Deletes, at the start and hourly: sessions that have lived their time (those that somebody ended, when their cookies
 * expire), the devices of those that nobody used, invitations that nobody used in time, and when people downloaded their data.
 */
export const forgetExpired = (db: IdentityDatabase, log: Logger) =>
  repeat(
    async () => {
      await deleteOutlivedSessions(db);
      await forgetUnusedDevices(db);
      await deleteExpiredInvitations(db);
      await deleteOutdated(db);
    },
    { first: 0, every, log, failed: 'what has expired could not be deleted' },
  );
