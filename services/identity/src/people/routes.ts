import { totalHeader } from '@koinonia/contracts/common.ts';
import {
  changePerson,
  deletePerson,
  exportPeople,
  getMe,
  getPerson,
  listPeople,
  maxPersonChangeBytes,
  updateProfile,
} from '@koinonia/contracts/identity.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { unlessUnchanged } from '@koinonia/kit/http/entity-tags.ts';
import { actorOf, callerOf, routeOf } from '@koinonia/kit/http/routes.ts';
import type { IdentityContext } from '../context.ts';
import { sendCsv } from '../csv/send-csv.ts';
import { noHead } from '../no-head.ts';
import { changePersonAs } from './change-person.ts';
import { deletePersonAs } from './delete-person.ts';
import { peopleAsCsv } from './export-people.ts';
import { peopleFor } from './list-people.ts';
import { presentSummary } from './present.ts';
import { changeProfile, meOf, personById } from './service.ts';

export function peopleRoutes(app: Service, context: IdentityContext): void {
  app.route({ ...routeOf(getMe), handler: async (request) => meOf(context, callerOf(request)) });

  app.route({
    ...routeOf(getPerson),
    handler: async (request) => {
      callerOf(request);
      return presentSummary(await personById(context, request.params.id));
    },
  });

  app.route({
    ...routeOf(listPeople),
    onSend: unlessUnchanged,
    handler: async (request, reply) => {
      const { people, total } = await peopleFor(context, callerOf(request), request.query);
      return reply.header(totalHeader, String(total)).send(people);
    },
  });

  app.route({
    ...routeOf(exportPeople),
    ...noHead,
    handler: async (request, reply) =>
      sendCsv(reply, 'people', await peopleAsCsv(context, actorOf(request), request.query)),
  });

  app.route({
    ...routeOf(deletePerson),
    handler: async (request, reply) => {
      await deletePersonAs(context, actorOf(request), request.params.id, request.query);
      return reply.code(204).send();
    },
  });

  app.route({
    ...routeOf(updateProfile),
    handler: async (request) => changeProfile(context, callerOf(request), request.body),
  });

  app.route({
    ...routeOf(changePerson),
    bodyLimit: maxPersonChangeBytes,
    handler: async (request) => changePersonAs(context, actorOf(request), request.params.id, request.body),
  });
}
