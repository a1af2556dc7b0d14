import type { BusEvent } from '@koinonia/contracts/bus-events.ts';
import type { ListedPerson, Me, Person, PersonSummary } from '@koinonia/contracts/identity.ts';
import type { PersonRow } from '../database/schema.ts';

// New fields are optional for a release. `Required` asks for each, so that none is forgotten.

export const presentMe = (row: PersonRow, groups: string[]): Required<Me> => ({
  uid: row.id,
  displayName: row.display_name,
  email: row.email,
  phone: row.phone,
  photoURL: row.photo_url,
  role: row.role,
  theme: row.theme,
  groups,
});

/** The event about a changed person. */
export const presentChange = (row: PersonRow, groups: string[]): BusEvent<'personUpdated'> => ({
  me: presentMe(row, groups),
  changedAt: row.changed_at.toISOString(),
});

export const presentSummary = (row: PersonRow): Required<PersonSummary> => ({
  displayName: row.display_name,
  photoURL: row.photo_url,
});

export const presentToMember = (row: PersonRow): Required<ListedPerson> => ({
  uid: row.id,
  displayName: row.display_name,
  email: row.email,
  photoURL: row.photo_url,
});

export const presentToAdmin = (row: PersonRow, groups: string[]): Required<Person> => ({
  ...presentToMember(row),
  phone: row.phone,
  role: row.role,
  groups,
  active: row.active,
  deletionRequestedAt: row.deletion_requested_at?.toISOString() ?? null,
});

export const presentToService = ({ id, display_name, role, active }: PersonRow) => ({
  uid: id,
  displayName: display_name,
  role,
  active,
});
