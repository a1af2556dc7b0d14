import { type Messenger, startMessenger } from '@koinonia/kit/work/messenger.ts';
import type { IdentityContext } from '../context.ts';
import type { IdentityDatabase } from '../database/schema.ts';
import type { Groups } from '../groups.ts';
import { noAnswer } from '../no-answer.ts';
import { lockUnfinished, markGroupsJoined } from './queries.ts';

const tryAgainEvery = 5000;

/** Adds people to the groups of their invitations: at once, and later if the groups service was away. */
export function startJoining({ db, groups, log }: Pick<IdentityContext, 'db' | 'groups' | 'log'>): Messenger {
  return startMessenger({
    deliver: () => joinOne(db, groups),
    every: tryAgainEvery,
    failed: 'somebody could not join the groups of their invitation yet',
    log,
  });
}

/**
 * False when nobody is waiting. The invitation stays locked meanwhile: a second node that added them a moment later would undo
 * what an admin has changed since.
 */
function joinOne(db: IdentityDatabase, groups: Groups): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const invitation = await lockUnfinished(trx);
    if (!invitation) return false;
    const { id, used_by: uid, group_ids: groupIds, invited_by: by } = invitation;
    // Recorded as an act of the inviting admin; their address and device are recorded with the invitation.
    const acting = { uid: by, address: '', userAgent: '' };
    if (uid !== null && groupIds.length > 0) await Promise.race([groups.join(uid, groupIds, acting), noAnswer()]);
    await markGroupsJoined(trx, id);
    return true;
  });
}
