import {
  endSession,
  endSessionById,
  endSessionsOfPerson,
  getSessionToken,
  listSessions,
} from '@koinonia/contracts/identity.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { AppError } from '@koinonia/kit/errors.ts';
import { actorOf, callerOf, routeOf } from '@koinonia/kit/http/routes.ts';
import type { FastifyReply } from 'fastify';
import { endSessionsAs } from './end-sessions.ts';
import { requireOwnOrigin } from './own-origin.ts';
import { devicesOf, endOwnSession, endSessionOfCookie, type SessionContext, tokenOfCookie } from './service.ts';
import type { SessionCookie } from './session-cookie.ts';

/** The browser may cache people's pictures for a year; the next user of the device could see them. */
const clearCacheOfBrowser = (reply: FastifyReply) => reply.header('clear-site-data', '"cache"');

export function sessionRoutes(
  app: Service,
  { publicUrl, cookie, ...context }: SessionContext & { publicUrl: string; cookie: SessionCookie },
): void {
  const ownOrigin = requireOwnOrigin(publicUrl);

  app.route({
    ...routeOf(getSessionToken),
    onRequest: ownOrigin,
    async handler(request, reply) {
      const token = cookie.read(request);
      try {
        return await tokenOfCookie(context, token);
      } catch (error) {
        // Here a device learns that it was signed out from elsewhere. One without a cookie has nothing to clear.
        if (token !== undefined && error instanceof AppError) clearCacheOfBrowser(reply);
        throw error;
      }
    },
  });

  app.route({
    ...routeOf(endSession),
    onRequest: ownOrigin,
    handler: async (request, reply) => {
      await endSessionOfCookie(context, cookie.read(request));
      cookie.clear(reply);
      return clearCacheOfBrowser(reply).code(204).send();
    },
  });

  app.route({ ...routeOf(listSessions), handler: async (request) => devicesOf(context, callerOf(request)) });

  app.route({
    ...routeOf(endSessionsOfPerson),
    handler: async (request, reply) => {
      await endSessionsAs(context, actorOf(request), request.params.id);
      return reply.code(204).send();
    },
  });

  app.route({
    ...routeOf(endSessionById),
    handler: async (request, reply) => {
      await endOwnSession(context, callerOf(request), request.params.id);
      return reply.code(204).send();
    },
  });
}
