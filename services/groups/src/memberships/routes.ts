import {
  adjustGroupsOf,
  findGroups,
  getGroupNames,
  getMembers,
  getMemberships,
  joinGroups,
  leaveAllGroups,
  setGroupsOf,
} from '@koinonia/contracts/groups-internal.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { callerWaits, requireProcess, routeOf } from '@koinonia/kit/http/routes.ts';
import type { GroupsContext } from '../context.ts';
import {
  addToGroups,
  adjustGroups,
  findByNameOrId,
  groupNamesOf,
  leaveAll,
  membershipsOf,
  membersOf,
  setGroups,
} from './service.ts';

const bodyOfManyIds = 1_000_000;

/** Calls from identity, which has itself checked the role of the person it acts for; never forwarded from outside. */
export function membershipRoutes(app: Service, context: GroupsContext): void {
  const { db } = context;
  app.addHook('onRequest', requireProcess);

  app.route({
    ...routeOf(getGroupNames),
    bodyLimit: bodyOfManyIds,
    handler: async (request) => groupNamesOf(db, request.body.uids),
  });

  app.route({ ...routeOf(getMemberships), handler: async (request) => membershipsOf(db, request.params.id) });

  app.route({
    ...routeOf(setGroupsOf),
    bodyLimit: bodyOfManyIds,
    handler: async (request) => {
      const { groups, ...acting } = request.body;
      const change = { uid: request.params.id, acting, callerWaits: callerWaits(request) };
      return { groups: await setGroups(context, change, groups) };
    },
  });

  app.route({
    ...routeOf(adjustGroupsOf),
    bodyLimit: bodyOfManyIds,
    handler: async (request) => {
      const { add, remove, ...acting } = request.body;
      const change = { uid: request.params.id, acting, callerWaits: callerWaits(request) };
      return { groups: await adjustGroups(context, change, { add, remove }) };
    },
  });

  app.route({
    ...routeOf(joinGroups),
    handler: async (request, reply) => {
      const { groupIds, ...acting } = request.body;
      await addToGroups(context, { uid: request.params.id, acting, callerWaits: callerWaits(request) }, groupIds);
      return reply.code(204).send();
    },
  });

  app.route({
    ...routeOf(leaveAllGroups),
    handler: async (request, reply) => {
      await leaveAll(context, request.params.id);
      return reply.code(204).send();
    },
  });

  app.route({
    ...routeOf(findGroups),
    bodyLimit: bodyOfManyIds,
    handler: async (request) => findByNameOrId(db, request.body.names, request.body.ids),
  });

  app.route({ ...routeOf(getMembers), handler: async (request) => membersOf(db, request.body.name) });
}
