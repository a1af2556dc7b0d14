import type { Migrations } from '@koinonia/kit/database.ts';
import * as usersAndSessions from './2026-11-21-users-and-sessions.ts';

export const migrations: Migrations = {
  '2026-11-21-users-and-sessions': usersAndSessions,
};
