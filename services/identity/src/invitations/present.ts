import { type Invitation, invitationDays } from '@koinonia/contracts/invitations.ts';
import type { selectOpenInvitations } from './queries.ts';

const lifetime = invitationDays * 24 * 60 * 60 * 1000;

type OpenInvitation = Awaited<ReturnType<typeof selectOpenInvitations>>[number];

/** `groupNames` are the names of the groups by their ids; a group that is gone has none. */
export const presentInvitation = (row: OpenInvitation, groupNames: ReadonlyMap<string, string>): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  groups: row.group_ids.flatMap((id) => groupNames.get(id) ?? []),
  invitedBy: { uid: row.invited_by, displayName: row.display_name },
  createdAt: row.created_at.toISOString(),
  expiresAt: new Date(row.created_at.getTime() + lifetime).toISOString(),
});
