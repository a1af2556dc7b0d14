import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, IdParams, Instant, storedText } from './common.ts';

/** The group that everyone belongs to: always first, never renamed, toggled or deleted. */
export const allStaff = 'All Staff';

/** For how long an admin can bring a deleted group back. */
export const groupRestorableDays = 30;

/** A group's name as it is asked for; that it is not blank is checked after white space is taken away. */
export const GroupName = storedText({ max: 100 });

export const Group = z.object({ id: Id, name: z.string(), isPrivate: z.boolean(), isMember: z.boolean() });
export type Group = z.infer<typeof Group>;

export const DeletedGroup = z.object({
  id: Id,
  name: z.string(),
  isPrivate: z.boolean(),
  deletedAt: Instant,
  /** Null of a group that was deleted before this was kept. */
  deletedBy: z.object({ uid: Id, displayName: z.string() }).nullable(),
  restorableUntil: Instant,
});
export type DeletedGroup = z.infer<typeof DeletedGroup>;

/** 'All Staff' first; private groups only to their members and to admins. */
export const listGroups = defineCall({ method: 'GET', path: '/api/groups', answers: { 200: z.array(Group) } });

/** Admins only. A blank name is `invalid`; one that is taken, however it is written, is a `conflict`. */
export const createGroup = defineCall({
  method: 'POST',
  path: '/api/groups',
  body: z.object({ name: GroupName, isPrivate: z.boolean().default(false) }),
  answers: { 201: Group },
});

/** Admins only; 'All Staff' is `forbidden`, and names are judged as in `createGroup`. */
export const changeGroup = defineCall({
  method: 'PATCH',
  path: '/api/groups/:id',
  params: IdParams,
  body: z.object({ name: GroupName.optional(), isPrivate: z.boolean().optional() }),
  answers: { 200: Group },
});

/** Admins only; 'All Staff' is `forbidden`. It can be brought back for some days. */
export const deleteGroup = defineCall({
  method: 'DELETE',
  path: '/api/groups/:id',
  params: IdParams,
  answers: { 204: z.void() },
});

/** What admins can still bring back, the one deleted last first. */
export const listDeletedGroups = defineCall({
  method: 'GET',
  path: '/api/groups/deleted',
  answers: { 200: z.array(DeletedGroup) },
});

/** Brings a deleted group back with its members; 409 while another one has its name. */
export const restoreGroup = defineCall({
  method: 'POST',
  path: '/api/groups/:id/restore',
  params: IdParams,
  answers: { 200: Group },
});

// Internal calls: for the services, never passed on from outside.

/** The names of the groups that each of these people belongs to, 'All Staff' first, always. */
export const getGroupNames = defineCall({
  method: 'POST',
  path: '/internal/group-names',
  body: z.object({ uids: z.array(Id).max(5000) }),
  answers: { 200: z.array(z.object({ uid: Id, groups: z.array(z.string()) })) },
});

/** Who acts, and from where, so that it can be recorded. */
const Acting = z.object({ by: Id, address: z.string().max(64), userAgent: z.string().max(1000) });

/** Makes these a person's groups, all or none; 400 for a name that no group has. 'All Staff' goes without saying. */
export const setGroupsOf = defineCall({
  method: 'POST',
  path: '/internal/people/:id/groups',
  params: IdParams,
  body: Acting.extend({ groups: z.array(GroupName).max(500) }),
  answers: { 200: z.object({ groups: z.array(z.string()) }) },
});

/**
 * Adds a person to groups and takes them out of others; what else they belong to stays. 400 when one that they shall be
 * added to was deleted; one that they shall leave may be gone. Nobody leaves 'All Staff'.
 */
export const adjustGroupsOf = defineCall({
  method: 'PATCH',
  path: '/internal/people/:id/groups',
  params: IdParams,
  body: Acting.extend({ add: z.array(Id).max(500), remove: z.array(Id).max(500) }),
  answers: { 200: z.object({ groups: z.array(z.string()) }) },
});

/** Adds a person to these groups, those of them that there are still. */
export const joinGroups = defineCall({
  method: 'POST',
  path: '/internal/people/:id/join',
  params: IdParams,
  body: Acting.extend({ groupIds: z.array(Id).max(500) }),
  answers: { 204: z.void() },
});

/** Takes a person out of all groups, deleted ones too. */
export const leaveAllGroups = defineCall({
  method: 'DELETE',
  path: '/internal/people/:id/groups',
  params: IdParams,
  answers: { 204: z.void() },
});

/** The groups of these names and ids; what there is not is left out. `asked` is the name or id as it was given. */
export const findGroups = defineCall({
  method: 'POST',
  path: '/internal/groups/find',
  body: z.object({ names: z.array(GroupName).max(5000), ids: z.array(Id).max(5000) }),
  answers: { 200: z.array(z.object({ asked: z.string(), id: Id, name: z.string() })) },
});

/** Who belongs to the group of this name: everyone, or these. Nobody where there is no such group. */
export const getMembers = defineCall({
  method: 'POST',
  path: '/internal/groups/members',
  body: z.object({ name: GroupName }),
  answers: { 200: z.object({ everyone: z.boolean(), uids: z.array(Id) }) },
});
