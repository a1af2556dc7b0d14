import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, IdParams, Instant, maxConsoleSearchLength, paging, storedText } from './common.ts';
import { Role } from './identity.ts';

// Invitations: the role and groups for a person who has not signed in yet. All of these calls are for admins.

/** Days after which an unused invitation expires. */
export const invitationDays = 30;

/** Lines of a list of people to invite. */
export const maxInvited = 1000;

/** Characters of such a list. */
export const maxCsvLength = 500_000;

/** Bytes of a call with such a list: a character may take 12 bytes in JSON. */
export const maxCsvCallBytes = 12 * maxCsvLength + 1024;

/** The result of one line of the file; `line` counts from 1, including the headings' line. */
export const InvitedLine = z.object({
  line: z.int(),
  email: z.string(),
  role: z.string(),
  groups: z.array(z.string()),
  outcome: z.enum(['invited', 'already_here', 'invalid']),
  errors: z.array(z.string()),
});
export type InvitedLine = z.infer<typeof InvitedLine>;

/**
 * Invites people by CSV with the headings `email`, `role` (member when left out) and `groups` (separated by `|`, or by `;`
 * unless columns are; the name of a single group, or one in quotation marks, may contain these). All valid lines are stored,
 * unless any line is invalid or it is a dry run: then nothing is.
 */
export const invitePeople = defineCall({
  method: 'POST',
  path: '/api/invitations',
  body: z.object({ csv: storedText({ min: 1, max: maxCsvLength }), dryRun: z.boolean() }),
  answers: {
    200: z.object({
      stored: z.boolean(),
      lines: z.array(InvitedLine),
      /** The first 20 headings, in lower case, under which nothing was read. Absent when a node of an older release answers. */
      ignored: z.array(z.string()).optional(),
    }),
  },
});

export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: Role,
  groups: z.array(z.string()),
  invitedBy: z.object({ uid: Id, displayName: z.string() }),
  createdAt: Instant,
  expiresAt: Instant,
});
export type Invitation = z.infer<typeof Invitation>;

/** The open invitations, by address; with `totalHeader`. */
export const listInvitations = defineCall({
  method: 'GET',
  path: '/api/invitations',
  query: z.object({
    /** Searched for in the addresses, and in the names of the inviting admins. */
    search: storedText({ max: maxConsoleSearchLength }).optional(),
    ...paging,
  }),
  answers: { 200: z.array(Invitation) },
});

export const withdrawInvitation = defineCall({
  method: 'DELETE',
  path: '/api/invitations/:id',
  params: IdParams,
  answers: { 204: z.void() },
});
