import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, Instant, storedText } from './common.ts';

/** What the audit log tells of. A closed list; messages and what is in them never are part of it. */
export const Act = z.enum([
  'person.role',
  'person.active',
  'person.groups',
  'person.sessions_ended',
  'person.deletion_requested',
  'person.deletion_withdrawn',
  'person.deletion_declined',
  'person.data_downloaded',
  'person.deleted',
  'person.invited',
  'invitation.withdrawn',
  'invitation.used',
  'people.exported',
  'audit.exported',
  'group.created',
  'group.changed',
  'group.deleted',
  'group.restored',
]);
export type Act = z.infer<typeof Act>;

export const AuditTargetKind = z.enum(['person', 'group', 'invitation']);
export type AuditTargetKind = z.infer<typeof AuditTargetKind>;

/** What is recorded of something before or after an act: its role, its groups, its name; never a person's own data. */
export const AuditState = z.record(z.string(), z.json());
export type AuditState = z.infer<typeof AuditState>;

/**
 * A line of the audit log. `seq` counts from 1 without gaps. `hash` is the SHA-256 of the line together with the hash of
 * the line before it, so that one that is changed or removed shows. People are named as they are called now.
 */
export const AuditEntry = z.object({
  seq: z.int(),
  at: Instant,
  /** Null when nobody acted, as when ADMIN_EMAILS makes an admin. */
  by: z.object({ uid: Id, displayName: z.string() }).nullable(),
  /** An `Act`, or one that a later release knows and this one does not. */
  act: z.string(),
  target: z.object({ kind: AuditTargetKind, id: Id, name: z.string() }).nullable(),
  before: AuditState.nullable(),
  after: AuditState.nullable(),
  address: z.string(),
  device: z.string(),
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const AuditFilter = z.object({
  /** Looked for in names, e-mail addresses, acts, devices, addresses and what was before and after. */
  search: storedText({ max: 100 }).optional(),
  act: Act.optional(),
  /** Only what this person did, and what was done to them. */
  person: Id.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** The newest first; `before` is the `seq` of the last line of the page before. Admins only. */
export const listAudit = defineCall({
  method: 'GET',
  path: '/api/audit',
  query: AuditFilter.extend({
    before: z.coerce.number().int().positive().optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answers: { 200: z.object({ entries: z.array(AuditEntry), total: z.int() }) },
});

/** The same lines as CSV, all of them, the oldest first. */
export const exportAudit = defineCall({
  method: 'GET',
  path: '/api/audit/export',
  query: AuditFilter,
  answers: { 200: z.string() },
});

/**
 * Goes through the whole log. `fault` is the `seq` at which it does not fit together any more. `head` is the hash of the
 * last line: who notes it down can later tell that nobody has written the log anew.
 */
export const verifyAudit = defineCall({
  method: 'GET',
  path: '/api/audit/verify',
  answers: { 200: z.object({ ok: z.boolean(), entries: z.int(), head: z.string(), fault: z.int().nullable() }) },
});

// Internal call: for the services, never passed on from outside.

/** What another service has to tell of an act that it committed. May come again: `id` is recorded once. */
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

/** `people` are those whose groups are others now, or are called otherwise. */
export const reportAct = defineCall({
  method: 'POST',
  path: '/internal/acts',
  body: z.object({ act: ReportedAct.nullable(), people: z.array(Id).max(5000) }),
  answers: { 204: z.void() },
});
