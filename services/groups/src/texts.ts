import { maxNameLength } from '@koinonia/contracts/common.ts';
import { allStaff, noGroupCalled } from '@koinonia/contracts/groups.ts';

/** Texts for people. */
export const texts = {
  emptyName: 'Group name cannot be empty.',
  longName: `Group name is longer than ${maxNameLength} characters.`,
  taken: 'There is already a group with this name.',
  unknown: noGroupCalled,
  untouchable: `“${allStaff}” cannot be changed.`,
  justDeleted: 'One of these groups was just deleted.',
};
