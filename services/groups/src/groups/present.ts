import type { Group } from '@koinonia/contracts/groups.ts';

export const presentGroup = (row: { id: string; name: string; is_private: boolean; is_member: boolean }): Group => ({
  id: row.id,
  name: row.name,
  isPrivate: row.is_private,
  isMember: row.is_member,
});
