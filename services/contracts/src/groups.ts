import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id } from './common.ts';

/** The group that everyone belongs to: always first, never renamed, toggled or deleted. */
export const allStaff = 'All Staff';

export const Group = z.object({ id: Id, name: z.string(), isPrivate: z.boolean(), isMember: z.boolean() });
export type Group = z.infer<typeof Group>;

export const listGroups = defineCall({ method: 'GET', path: '/api/groups', answers: { 200: z.array(Group) } });

/** The names of the groups that each of these people belongs to, 'All Staff' first, always. Internal. */
export const getGroupNames = defineCall({
  method: 'POST',
  path: '/internal/group-names',
  body: z.object({ uids: z.array(Id).max(5000) }),
  answers: { 200: z.array(z.object({ uid: Id, groups: z.array(z.string()) })) },
});
