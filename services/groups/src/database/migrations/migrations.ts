import type { Migrations } from '@koinonia/kit/database.ts';
import * as groups from './2026-11-21-groups.ts';

export const migrations: Migrations = {
  '2026-11-21-groups': groups,
};
