import { displayOfState, finishSignIn, pageAfterSignIn, startSignIn } from '@koinonia/contracts/identity.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { routeOf } from '@koinonia/kit/http/routes.ts';
import { onceAMinute } from '@koinonia/kit/observing/once-a-minute.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityMetrics } from '../metrics.ts';
import { noHead } from '../no-head.ts';
import { deviceOf } from '../sessions/device.ts';
import type { SessionCookie } from '../sessions/session-cookie.ts';
import { beginAttempt } from './attempt.ts';
import type { AttemptCookie } from './attempt-cookie.ts';
import { outcomeOf } from './outcome.ts';
import { signIn, type SignInContext } from './service.ts';

interface SignInRoutes extends SignInContext {
  publicUrl: string;
  cookie: SessionCookie;
  attempts: AttemptCookie;
  metrics: IdentityMetrics;
}

/** A person's browser visits both addresses, so a failure also redirects to a page instead of answering with JSON. */
export function signInRoutes(app: Service, context: SignInRoutes): void {
  const { publicUrl, cookie, attempts, metrics } = context;
  const mayTellAbandoned = onceAMinute();

  app.route({
    ...routeOf(startSignIn),
    handler: async (request, reply) => {
      const attempt = beginAttempt(request.query.display);
      try {
        const url = await context.issuer.authorizationUrl(attempt);
        await attempts.keep(request, reply, attempt);
        return await reply.redirect(url, 302);
      } catch (err) {
        request.log.error({ err }, 'a sign-in cannot begin');
        metrics.signIns.inc({ outcome: 'failed' });
        return reply.redirect(pageAfterSignIn(request.query.display, 'failed'), 302);
      }
    },
  });

  app.route({
    ...routeOf(finishSignIn),
    ...noHead,
    handler: async (request, reply) => {
      const callback = new URL(request.url, publicUrl);
      const state = callback.searchParams.get('state') ?? '';
      const outcome = await finish(request, reply, callback, state);
      metrics.signIns.inc({ outcome });
      const told = outcome === 'abandoned' ? 'failed' : outcome;
      return reply.redirect(pageAfterSignIn(displayOfState(state), told), 302);
    },
  });

  async function finish(request: FastifyRequest, reply: FastifyReply, callback: URL, state: string) {
    try {
      const attempt = await attempts.take(request, reply, state);
      if (!attempt) {
        // The metrics count all of them, and pages of other sites can cause any number.
        if (mayTellAbandoned())
          request.log.warn({ outcome: 'abandoned' }, 'a sign-in came back without the cookie that it began with');
        return 'abandoned';
      }
      const from = { device: deviceOf(request), olderCookie: cookie.read(request) };
      cookie.set(reply, await signIn(context, callback, attempt, from));
      return 'ok';
    } catch (err) {
      const outcome = outcomeOf(err);
      request.log.warn({ err, outcome }, 'a sign-in did not succeed');
      return outcome;
    }
  }
}
