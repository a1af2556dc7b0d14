import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, IdParams, Instant, maxNameLength, storedText } from './common.ts';

/** The group of everyone: always first, never renamed, made private or deleted. */
export const allStaff = 'All Staff';

/** How long an admin can restore a deleted group. */
export const groupRestorableDays = 30;

/** A group's name in a request; it must not be blank after white space is trimmed. */
export const GroupName = storedText({ max: maxNameLength });

/** Groups of a person that one call names. */
export const maxGroupsAtOnce = 500;

/** The message for the person who named it. */
export const noGroupCalled = (name: string): string => `There is no group called “${name}”.`;

export const Group = z.object({ id: Id, name: z.string(), isPrivate: z.boolean(), isMember: z.boolean() });
export type Group = z.infer<typeof Group>;

export const DeletedGroup = z.object({
  id: Id,
  name: z.string(),
  isPrivate: z.boolean(),
  deletedAt: Instant,
  /** Null for a group that was deleted before this was recorded. */
  deletedBy: z.object({ uid: Id, displayName: z.string() }).nullable(),
  restorableUntil: Instant,
});
export type DeletedGroup = z.infer<typeof DeletedGroup>;

export const Membership = z.object({ group: z.string(), since: Instant });
export type Membership = z.infer<typeof Membership>;

/** 'All Staff' first; private groups only for their members and for admins. */
export const listGroups = defineCall({ method: 'GET', path: '/api/groups', answers: { 200: z.array(Group) } });

/** Admins only. A blank name is `invalid`; a name that is taken, in any spelling, is a `conflict`. */
export const createGroup = defineCall({
  method: 'POST',
  path: '/api/groups',
  body: z.object({ name: GroupName, isPrivate: z.boolean().default(false) }),
  answers: { 201: Group },
});

/** Admins only; 'All Staff' is `forbidden`, and names follow the rules of `createGroup`. */
export const changeGroup = defineCall({
  method: 'PATCH',
  path: '/api/groups/:id',
  params: IdParams,
  body: z.object({ name: GroupName.optional(), isPrivate: z.boolean().optional() }),
  answers: { 200: Group },
});

/** Admins only; 'All Staff' is `forbidden`. The group can be restored for some days. */
export const deleteGroup = defineCall({
  method: 'DELETE',
  path: '/api/groups/:id',
  params: IdParams,
  answers: { 204: z.void() },
});

/** The groups that admins can still restore, the last deleted first. */
export const listDeletedGroups = defineCall({
  method: 'GET',
  path: '/api/groups/deleted',
  answers: { 200: z.array(DeletedGroup) },
});

/** Restores a deleted group with its members; 409 while another group has its name. */
export const restoreGroup = defineCall({
  method: 'POST',
  path: '/api/groups/:id/restore',
  params: IdParams,
  answers: { 200: Group },
});
