import type { Migrations } from '@koinonia/kit/stores/database.ts';
import * as groups from './2026-11-21-groups.ts';
import * as managedGroups from './2026-11-22-managed-groups.ts';
import * as whoDeletedAGroup from './2026-11-23-who-deleted-a-group.ts';

export const migrations: Migrations = {
  '2026-11-21-groups': groups,
  '2026-11-22-managed-groups': managedGroups,
  '2026-11-23-who-deleted-a-group': whoDeletedAGroup,
};
