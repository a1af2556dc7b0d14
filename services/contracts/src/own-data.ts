import { z } from 'zod';
import { Act, AuditState } from './audit.ts';
import { defineCall } from './call.ts';
import { Instant } from './common.ts';
import { Device, Me } from './identity.ts';

const DeletionRequest = z.object({ requestedAt: Instant.nullable() });

export const getDeletionRequest = defineCall({
  method: 'GET',
  path: '/api/me/deletion-request',
  answers: { 200: DeletionRequest },
});

/** Asks the admins to delete one's data. */
export const requestDeletion = defineCall({
  method: 'POST',
  path: '/api/me/deletion-request',
  answers: { 200: DeletionRequest },
});

export const withdrawDeletionRequest = defineCall({
  method: 'DELETE',
  path: '/api/me/deletion-request',
  answers: { 204: z.void() },
});

/** Everything that identity and groups have stored of oneself. Messages and files are told by their own services. */
export const OwnData = z.object({
  exportedAt: Instant,
  profile: Me.extend({ createdAt: Instant, active: z.boolean(), deletionRequestedAt: Instant.nullable() }),
  devices: z.array(Device),
  /** Lines of the audit log about oneself, and about what one did oneself: then with from where. */
  acts: z.array(
    z.object({
      at: Instant,
      act: Act,
      byMyself: z.boolean(),
      before: AuditState.nullable(),
      after: AuditState.nullable(),
      address: z.string(),
      device: z.string(),
    }),
  ),
});
export type OwnData = z.infer<typeof OwnData>;

export const exportOwnData = defineCall({ method: 'GET', path: '/api/me/export', answers: { 200: OwnData } });
