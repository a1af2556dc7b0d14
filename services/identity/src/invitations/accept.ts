import { record } from '../audit/record.ts';
import type { IdentityDatabase, PersonRow } from '../database/schema.ts';
import { updatePerson } from '../people/queries.ts';
import { markInvitationUsed } from './queries.ts';

/**
 * Gives a new person the role and groups of the invitation to their address, which the issuer has verified. Once, and
 * never to an existing person: an address may have had another owner. Must be called in the transaction that creates them.
 */
export async function acceptInvitation(trx: IdentityDatabase, person: PersonRow): Promise<PersonRow> {
  const invitation = await markInvitationUsed(trx, person.email, person.id);
  if (!invitation) return person;
  const role = person.role === 'admin' ? person.role : invitation.role;
  const invited = role === person.role ? person : await updatePerson(trx, person.id, { role });
  await record(trx, null, {
    act: 'invitation.used',
    target: { kind: 'person', id: person.id },
    after: { role, invitation: invitation.id },
  });
  return invited;
}
