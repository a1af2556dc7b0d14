import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, IdParams, maxIdsAtOnce } from './common.ts';
import { GroupName, maxGroupsAtOnce, Membership } from './groups.ts';

// Internal calls to groups, never forwarded from outside.

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
