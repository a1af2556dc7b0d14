import type { Invitation, InvitedLine } from '@koinonia/contracts/invitations.ts';
import { askAs } from './identity.ts';

/** Invites the people of a list, as this admin would. */
export async function inviteAs(by: string, node: { url: string }, csv: string, dryRun = false) {
  const call = { method: 'POST', path: '/api/invitations', body: { csv, dryRun } };
  const { status, body } = await askAs(by, node, call);
  return { status, body, ...(body as { stored: boolean; lines: InvitedLine[] }) };
}

/** The open invitations that this admin sees. */
export const openFor = async (admin: string, node: { url: string }) =>
  (await askAs(admin, node, { path: '/api/invitations' })).body as Invitation[];
