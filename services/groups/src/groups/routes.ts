import { getGroupNames, listGroups } from '@koinonia/contracts/groups.ts';
import type { Service } from '@koinonia/kit/build-service.ts';
import { callerOf, requireProcess, routeOf } from '@koinonia/kit/routes.ts';
import { groupsVisibleTo } from '../access.ts';
import type { GroupsDatabase } from '../database/schema.ts';
import { presentGroup } from './present.ts';
import { groupNamesOf } from './service.ts';

const bodyOfManyIds = 1_000_000;

export function groupRoutes(app: Service, { db }: { db: GroupsDatabase }): void {
  app.route({
    ...routeOf(listGroups),
    handler: async (request) => (await groupsVisibleTo(db, callerOf(request))).map(presentGroup),
  });

  app.route({
    ...routeOf(getGroupNames),
    bodyLimit: bodyOfManyIds,
    onRequest: requireProcess,
    handler: async (request) => groupNamesOf(db, request.body.uids),
  });
}
