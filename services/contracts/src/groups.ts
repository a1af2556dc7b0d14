import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, IdParams } from './common.ts';

/** The group that everyone belongs to: always first, never renamed, toggled or deleted. */
export const allStaff = 'All Staff';

export const Group = z.object({ id: Id, name: z.string(), isPrivate: z.boolean(), isMember: z.boolean() });
export type Group = z.infer<typeof Group>;

export const listGroups = defineCall({ method: 'GET', path: '/api/groups', answers: { 200: z.array(Group) } });

/** The names of the groups that someone belongs to, 'All Staff' first. Internal. */
export const getGroupNames = defineCall({
  method: 'GET',
  path: '/internal/people/:id/groups',
  params: IdParams,
  answers: { 200: z.array(z.string()) },
});
