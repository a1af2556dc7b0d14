import {
  checkAccess,
  getSignInSettings,
  lookUpPeople,
  resolvePerson,
  resolveSession,
} from '@koinonia/contracts/identity.ts';
import type { Service } from '@koinonia/kit/build-service.ts';
import { requireProcess, routeOf } from '@koinonia/kit/routes.ts';
import type { IdentityContext } from '../context.ts';
import { presentToService } from '../people/present.ts';
import { selectActive, selectPeople } from '../people/queries.ts';
import { resolvePerson as resolve } from '../people/resolve-person.ts';
import { selectInEffect } from '../sessions/queries.ts';
import { sessionOfCookie } from '../sessions/service.ts';

const bodyOfManyIds = 1_000_000;

/** What the gateway and the services ask; never passed on from outside. */
export function internalRoutes(app: Service, context: IdentityContext): void {
  const { db } = context;
  app.addHook('preHandler', requireProcess);

  app.route({
    ...routeOf(resolvePerson),
    handler: async (request) => {
      const { id, active } = await resolve(context, request.body);
      return { uid: id, active };
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
    handler: async (request) => {
      const { sessions, people } = request.body;
      const inEffect = new Set(sessions.length > 0 ? await selectInEffect(db, sessions) : []);
      const active = new Set(people.length > 0 ? await selectActive(db, people) : []);
      return {
        endedSessions: sessions.filter((id) => !inEffect.has(id)),
        inactivePeople: people.filter((uid) => !active.has(uid)),
      };
    },
  });

  app.route({
    ...routeOf(lookUpPeople),
    bodyLimit: bodyOfManyIds,
    handler: async (request) => (await selectPeople(db, request.body.uids)).map(presentToService),
  });

  app.route({ ...routeOf(getSignInSettings), handler: async () => context.signIn });
}
