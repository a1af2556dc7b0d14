import type { AuditState } from '@koinonia/contracts/audit.ts';
import type { Membership } from '@koinonia/contracts/groups.ts';
import type { Device, Me } from '@koinonia/contracts/identity.ts';
import type { DeletionRequest, PersonToDelete } from '@koinonia/contracts/own-data.ts';
import type { AuditRow } from '../audit/chain.ts';
import { parsedState } from '../audit/present.ts';
import type { PersonRow } from '../database/schema.ts';
import { presentMe } from '../people/present.ts';
import type { selectDeletionRequests } from './queries.ts';

/** Everything that identity and groups have stored about a person. Messages and files come from their own services. */
export interface OwnData {
  exportedAt: string;
  profile: Required<Me> & {
    createdAt: string;
    active: boolean;
    deletionRequestedAt: string | null;
    memberships: Membership[];
  };
  devices: Device[];
  /** Audit log lines about the person, and about their own acts; only what they did as an admin says from where. */
  acts: {
    at: string;
    act: string;
    byMyself: boolean;
    before: AuditState | null;
    after: AuditState | null;
    address: string;
    device: string;
  }[];
}

const requestedAt = (person: PersonRow) => person.deletion_requested_at?.toISOString() ?? null;

export const presentRequest = (person: PersonRow): DeletionRequest => ({
  requestedAt: requestedAt(person),
  declinedAt: person.deletion_declined_at?.toISOString() ?? null,
});

export const presentProfile = (person: PersonRow, groups: string[], memberships: Membership[]): OwnData['profile'] => ({
  ...presentMe(person, groups),
  createdAt: person.created_at.toISOString(),
  active: person.active,
  deletionRequestedAt: requestedAt(person),
  memberships,
});

/** An act by or on this person. Those of others are told without the others' address and device. */
export function presentAct(line: AuditRow, uid: string): OwnData['acts'][number] {
  const byMyself = line.by === uid;
  return {
    at: line.at.toISOString(),
    act: line.act,
    byMyself,
    before: parsedState(line.before),
    after: parsedState(line.after),
    address: byMyself ? line.address : '',
    device: byMyself ? line.device : '',
  };
}

export const presentToDelete = (
  person: Awaited<ReturnType<typeof selectDeletionRequests>>[number],
): PersonToDelete => ({
  uid: person.id,
  displayName: person.display_name,
  email: person.email,
  photoURL: person.photo_url,
  requestedAt: person.deletion_requested_at.toISOString(),
});
