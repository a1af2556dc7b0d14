import { record } from '../audit/record.ts';
import type { IdentityDatabase, PersonRow } from '../database/schema.ts';
import { updatePerson } from '../people/queries.ts';
import { useInvitation } from './queries.ts';

/**
 * Gives somebody who was just made what awaits the holder of their address, which the issuer has verified. Once, and
 * never to somebody who was here before: an address may have had another holder. To be called in the transaction.
 */
export async function acceptInvitation(trx: IdentityDatabase, person: PersonRow): Promise<PersonRow> {
  const invitation = await useInvitation(trx, person.email, person.id);
  if (!invitation) return person;
  const role = invitation.role === 'admin' ? 'admin' : person.role;
  const invited = role === person.role ? person : await updatePerson(trx, person.id, { role });
  await record(trx, null, {
    act: 'invitation.used',
    target: { kind: 'person', id: person.id },
    after: { role, invitation: invitation.id },
  });
  return invited;
}
