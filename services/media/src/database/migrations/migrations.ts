import type { Migrations } from '@koinonia/kit/database.ts';
import * as uploads from './2026-11-21-uploads.ts';

export const migrations: Migrations = {
  '2026-11-21-uploads': uploads,
};
