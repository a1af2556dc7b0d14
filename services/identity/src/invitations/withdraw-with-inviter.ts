import type { Role } from '@koinonia/contracts/identity.ts';
import type { Actor } from '@koinonia/kit/http/routes.ts';
import { record } from '../audit/record.ts';
import type { IdentityDatabase } from '../database/schema.ts';
import { deleteOpenAdminInvitationsBy } from './queries.ts';

/**
 * Withdraws this person's open invitations of admins: nobody becomes an admin on the word of somebody who no longer is one.
 * Must be called where that changes, and in the same transaction.
 */
export async function withdrawAdminInvitationsBy(trx: IdentityDatabase, actor: Actor, uid: string): Promise<void> {
  const withdrawn = await deleteOpenAdminInvitationsBy(trx, uid);
  if (withdrawn.length === 0) return;
  await record(trx, actor, ...withdrawn.map(withdrawalOf));
}

/** The line of the log about an invitation that an admin has withdrawn. */
export const withdrawalOf = ({ id, role }: { id: string; role: Role }) => ({
  act: 'invitation.withdrawn' as const,
  target: { kind: 'invitation' as const, id },
  before: { role },
});
