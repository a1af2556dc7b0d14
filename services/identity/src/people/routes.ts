import { changePerson, getMe, getPerson, listPeople, updateProfile } from '@koinonia/contracts/identity.ts';
import type { Service } from '@koinonia/kit/build-service.ts';
import { actorOf, callerOf, routeOf } from '@koinonia/kit/routes.ts';
import type { IdentityContext } from '../context.ts';
import { changePersonAs } from './change-person.ts';
import { presentSummary } from './present.ts';
import { changeProfile, meOf, peopleFor, personById } from './service.ts';

export function peopleRoutes(app: Service, context: IdentityContext): void {
  app.route({ ...routeOf(getMe), handler: async (request) => meOf(context, callerOf(request)) });

  app.route({
    ...routeOf(getPerson),
    handler: async (request) => {
      callerOf(request);
      return presentSummary(await personById(context, request.params.id));
    },
  });

  app.route({ ...routeOf(listPeople), handler: async (request) => peopleFor(context, callerOf(request)) });

  app.route({
    ...routeOf(updateProfile),
    handler: async (request) => changeProfile(context, callerOf(request), request.body),
  });

  app.route({
    ...routeOf(changePerson),
    handler: async (request) => changePersonAs(context, actorOf(request), request.params.id, request.body),
  });
}
