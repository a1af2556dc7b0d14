import { reportAct } from '@koinonia/contracts/audit-internal.ts';
import {
  checkAccess,
  describePeople,
  getSignInSettings,
  listChanges,
  lookUpPeople,
  resolvePeople,
  resolvePerson,
  resolveSession,
  setPhoto,
} from '@koinonia/contracts/identity-internal.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { requireProcess, routeOf } from '@koinonia/kit/http/routes.ts';
import type { IdentityContext } from '../context.ts';
import { givePhoto } from '../people/photo.ts';
import { resolvePeople as resolveMany, resolvePerson as resolve } from '../people/resolve-person.ts';
import { sessionOfCookie } from '../sessions/service.ts';
import { acceptReport, changedSince, described, knownAmong, withoutAccess } from './service.ts';

const bodyOfManyIds = 1_000_000;

/** Calls from the gateway and the services; never forwarded from outside. */
export function internalRoutes(app: Service, context: IdentityContext): void {
  app.addHook('onRequest', requireProcess);
  accessRoutes(app, context);
  peopleRoutes(app, context);
}

/** Who a person is, and whether they have access. */
function accessRoutes(app: Service, context: IdentityContext): void {
  const { db } = context;

  app.route({
    ...routeOf(resolvePerson),
    handler: async (request) => {
      const { id, active } = await resolve(context, request.body);
      return { uid: id, active };
    },
  });

  app.route({
    ...routeOf(resolvePeople),
    bodyLimit: bodyOfManyIds,
    handler: async (request) => {
      const people = await resolveMany(context, request.body);
      return people.map(({ id, active }) => ({ uid: id, active }));
    },
  });

  app.route({
    ...routeOf(resolveSession),
    handler: async (request) => {
      const session = await sessionOfCookie(db, request.body.cookie);
      return { uid: session.user_id, sessionId: session.id, active: session.active };
    },
  });

  app.route({
    ...routeOf(checkAccess),
    bodyLimit: bodyOfManyIds,
    handler: async (request) => withoutAccess(db, request.body),
  });

  app.route({ ...routeOf(getSignInSettings), handler: async () => context.signIn });
}

/** Data about people, and news about them from other services. */
function peopleRoutes(app: Service, context: IdentityContext): void {
  const { db } = context;

  app.route({
    ...routeOf(lookUpPeople),
    bodyLimit: bodyOfManyIds,
    handler: async (request) => knownAmong(db, request.body.uids),
  });

  app.route({ ...routeOf(listChanges), handler: async (request) => changedSince(db, request.body.since) });

  app.route({
    ...routeOf(describePeople),
    bodyLimit: bodyOfManyIds,
    handler: async (request) => described(context, request.body.uids),
  });

  app.route({
    ...routeOf(reportAct),
    bodyLimit: bodyOfManyIds,
    handler: async (request, reply) => {
      await acceptReport(context, request.body);
      return reply.code(204).send();
    },
  });

  app.route({
    ...routeOf(setPhoto),
    handler: async (request, reply) => {
      await givePhoto(context, request.params.id, request.body);
      return reply.code(204).send();
    },
  });
}
