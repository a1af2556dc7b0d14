import {
  changeGroup,
  createGroup,
  deleteGroup,
  listDeletedGroups,
  listGroups,
  restoreGroup,
} from '@koinonia/contracts/groups.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { actorOf, callerOf, routeOf } from '@koinonia/kit/http/routes.ts';
import { groupsVisibleTo } from '../access.ts';
import type { GroupsContext } from '../context.ts';
import { presentGroup } from './present.ts';
import { addGroup, changeGroupAs, deletedGroupsFor, deleteGroupAs, restoreGroupAs } from './service.ts';

export function groupRoutes(app: Service, context: GroupsContext): void {
  app.route({
    ...routeOf(listGroups),
    handler: async (request) => (await groupsVisibleTo(context, callerOf(request))).map(presentGroup),
  });

  app.route({
    ...routeOf(createGroup),
    handler: async (request, reply) => reply.code(201).send(await addGroup(context, actorOf(request), request.body)),
  });

  app.route({
    ...routeOf(changeGroup),
    handler: async (request) => changeGroupAs(context, actorOf(request), request.params.id, request.body),
  });

  app.route({
    ...routeOf(deleteGroup),
    handler: async (request, reply) => {
      await deleteGroupAs(context, actorOf(request), request.params.id);
      return reply.code(204).send();
    },
  });

  app.route({ ...routeOf(listDeletedGroups), handler: async (request) => deletedGroupsFor(context, actorOf(request)) });

  app.route({
    ...routeOf(restoreGroup),
    handler: async (request) => restoreGroupAs(context, actorOf(request), request.params.id),
  });
}
