import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, Instant, maxConsoleSearchLength, storedText, writtenNumber } from './common.ts';

/** The acts that the audit log records. A closed list; messages and their content are never part of it. */
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

/** The recorded state before or after an act: a role, groups, a name; never a person's own data. */
export const AuditState = z.record(z.string(), z.json());
export type AuditState = z.infer<typeof AuditState>;

/**
 * A line of the audit log. `seq` counts from 1 without gaps. `hash` is the SHA-256 of the line together with the previous
 * line's hash, so that changed or removed lines are detected. People have the names that they have now.
 */
export const AuditEntry = z.object({
  seq: z.int(),
  at: Instant,
  /** Null when nobody acted, such as when ADMIN_EMAILS makes an admin. */
  by: z.object({ uid: Id, displayName: z.string() }).nullable(),
  /** An `Act`, or an act that a later release knows and this one does not. */
  act: z.string(),
  target: z.object({ kind: AuditTargetKind, id: Id, name: z.string() }).nullable(),
  before: AuditState.nullable(),
  after: AuditState.nullable(),
  /** From where: both empty when nobody acted, and for what people do with their own data. */
  address: z.string(),
  device: z.string(),
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const AuditFilter = z.object({
  /**
   * Words, each found in names, e-mail addresses, acts, devices, addresses or the values before and after; in any order, and
   * regardless of case and accents.
   */
  search: storedText({ max: maxConsoleSearchLength }).optional(),
  act: Act.optional(),
  /** Only acts by this person, and acts on them. */
  person: Id.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** Newest first; `before` is the `seq` of the previous page's last line. Admins only. */
export const listAudit = defineCall({
  method: 'GET',
  path: '/api/audit',
  query: AuditFilter.extend({
    before: writtenNumber({ min: 1 }).optional(),
    limit: writtenNumber({ min: 1, max: 200 }).default(50),
  }),
  answers: { 200: z.object({ entries: z.array(AuditEntry), total: z.int() }) },
});

/** The same lines as CSV, all of them, oldest first. */
export const exportAudit = defineCall({
  method: 'GET',
  path: '/api/audit/export',
  query: AuditFilter,
  answers: { 200: z.string() },
});

/**
 * Checks the whole log. `fault` is the `seq` of the first line that does not match. `head` is the hash of the last line:
 * an admin who notes it down can later tell whether the log was rewritten.
 */
export const verifyAudit = defineCall({
  method: 'GET',
  path: '/api/audit/verify',
  answers: { 200: z.object({ ok: z.boolean(), entries: z.int(), head: z.string(), fault: z.int().nullable() }) },
});
