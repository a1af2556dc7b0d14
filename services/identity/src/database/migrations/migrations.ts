import type { Migrations } from '@koinonia/kit/stores/database.ts';
import * as usersAndSessions from './2026-11-21-users-and-sessions.ts';
import * as auditAndInvitations from './2026-11-22-audit-and-invitations.ts';
import * as ownData from './2026-11-23-own-data.ts';
import * as plainPhoneNumbers from './2026-11-27-plain-phone-numbers.ts';
import * as newestAddress from './2026-12-02-newest-address.ts';
import * as requestsOfOne from './2026-12-03-requests-of-one.ts';

export const migrations: Migrations = {
  '2026-11-21-users-and-sessions': usersAndSessions,
  '2026-11-22-audit-and-invitations': auditAndInvitations,
  '2026-11-23-own-data': ownData,
  '2026-11-27-plain-phone-numbers': plainPhoneNumbers,
  '2026-12-02-newest-address': newestAddress,
  '2026-12-03-requests-of-one': requestsOfOne,
};
