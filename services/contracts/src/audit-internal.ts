import { z } from 'zod';
import { Act, AuditState, AuditTargetKind } from './audit.ts';
import { defineCall } from './call.ts';
import { Id, Instant, maxIdsAtOnce } from './common.ts';

// An internal call to identity, never forwarded from outside.

/** Another service reports an act that it committed. It may be reported again: each `id` is recorded once. */
export const ReportedAct = z.object({
  id: Id,
  at: Instant,
  by: Id,
  act: Act,
  target: z.object({ kind: AuditTargetKind, id: Id, name: z.string() }),
  before: AuditState.nullable(),
  after: AuditState.nullable(),
  address: z.string().max(64),
  userAgent: z.string().max(1000),
});
export type ReportedAct = z.infer<typeof ReportedAct>;

/** `people` are those whose groups changed or were renamed. */
export const reportAct = defineCall({
  method: 'POST',
  path: '/internal/acts',
  body: z.object({ act: ReportedAct.nullable(), people: z.array(Id).max(maxIdsAtOnce) }),
  answers: { 204: z.void() },
});
