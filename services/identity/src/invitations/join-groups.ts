import type { Logger } from '@koinonia/kit/log.ts';
import type { IdentityDatabase } from '../database/schema.ts';
import type { Groups } from '../groups.ts';
import { markGroupsJoined, selectUnfinished } from './queries.ts';

const tryAgainEvery = 5000;

/** Adds people to the groups of their invitations: at once, and later if the groups service was away. */
export function startJoining({ db, groups, log }: { db: IdentityDatabase; groups: Groups; log: Logger }) {
  async function joinAll(): Promise<void> {
    for (const { id, used_by: uid, group_ids: groupIds, invited_by: by } of await selectUnfinished(db)) {
      // Recorded as an act of the inviting admin; their address and device are recorded with the invitation.
      if (uid !== null && groupIds.length > 0)
        await groups.join(uid, groupIds, { uid: by, address: '', userAgent: '' });
      await markGroupsJoined(db, id);
    }
  }

  const now = () =>
    joinAll().catch((err: unknown) => log.warn({ err }, 'somebody could not join the groups of their invitation yet'));
  const timer = setInterval(() => void now(), tryAgainEvery);
  timer.unref();
  return { now, close: () => clearInterval(timer) };
}
