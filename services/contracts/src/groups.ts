import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, IdParams, Instant, maxIdsAtOnce, maxNameLength, storedText } from './common.ts';

/** The group of everyone: always first, never renamed, made private or deleted. */
export const allStaff = 'All Staff';

/** How long an admin can restore a deleted group. */
export const groupRestorableDays = 30;

/** A group's name in a request; it must not be blank after white space is trimmed. */
export const GroupName = storedText({ max: maxNameLength });

/** Groups of a person that one call names. */
export const maxGroupsAtOnce = 500;

/** Told to the person who named it. */
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

// Internal calls: for the services, never forwarded from outside.

/** The names of each person's groups; 'All Staff' is always the first. */
export const getGroupNames = defineCall({
  method: 'POST',
  path: '/internal/group-names',
  body: z.object({ uids: z.array(Id).max(maxIdsAtOnce) }),
  answers: { 200: z.array(z.object({ uid: Id, groups: z.array(z.string()) })) },
});

/** A person's groups without 'All Staff', to which everyone belongs, and since when. */
export const getMemberships = defineCall({
  method: 'GET',
  path: '/internal/people/:id/memberships',
  params: IdParams,
  answers: { 200: z.array(Membership) },
});

/** Who acts, and from where, so that it can be recorded. */
const Acting = z.object({ by: Id, address: z.string().max(64), userAgent: z.string().max(1000) });

/** Sets a person's groups, all or none; 400 for a name that no group has. 'All Staff' need not be named. */
export const setGroupsOf = defineCall({
  method: 'POST',
  path: '/internal/people/:id/groups',
  params: IdParams,
  body: Acting.extend({ groups: z.array(GroupName).max(maxGroupsAtOnce) }),
  answers: { 200: z.object({ groups: z.array(z.string()) }) },
});

/**
 * Adds a person to groups and removes them from others; their other groups stay. 400 when a group to add was deleted; a
 * group to remove may be gone. Nobody leaves 'All Staff'.
 */
export const adjustGroupsOf = defineCall({
  method: 'PATCH',
  path: '/internal/people/:id/groups',
  params: IdParams,
  body: Acting.extend({ add: z.array(Id).max(maxGroupsAtOnce), remove: z.array(Id).max(maxGroupsAtOnce) }),
  answers: { 200: z.object({ groups: z.array(z.string()) }) },
});

/** Adds a person to those of these groups that still exist. */
export const joinGroups = defineCall({
  method: 'POST',
  path: '/internal/people/:id/join',
  params: IdParams,
  body: Acting.extend({ groupIds: z.array(Id).max(maxGroupsAtOnce) }),
  answers: { 204: z.void() },
});

/** Removes a person from all groups, deleted ones too. */
export const leaveAllGroups = defineCall({
  method: 'DELETE',
  path: '/internal/people/:id/groups',
  params: IdParams,
  answers: { 204: z.void() },
});

/** The groups with these names and ids; unknown ones are left out. `asked` is the name or id from the request. */
export const findGroups = defineCall({
  method: 'POST',
  path: '/internal/groups/find',
  body: z.object({ names: z.array(GroupName).max(maxIdsAtOnce), ids: z.array(Id).max(maxIdsAtOnce) }),
  answers: { 200: z.array(z.object({ asked: z.string(), id: Id, name: z.string() })) },
});

/** The members of the group with this name: everyone, or these people. Nobody when there is no such group. */
export const getMembers = defineCall({
  method: 'POST',
  path: '/internal/groups/members',
  body: z.object({ name: GroupName }),
  answers: { 200: z.object({ everyone: z.boolean(), uids: z.array(Id) }) },
});
