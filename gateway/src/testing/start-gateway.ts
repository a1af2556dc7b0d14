import { createMemoryBus } from '@koinonia/kit/bus/memory-bus.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { signSessionToken } from '@koinonia/kit/auth/session-token.ts';
import type { Bus } from '@koinonia/kit/bus/bus.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { testSecret } from '@koinonia/kit/testing/callers.ts';
import { type IdentityStandIn, startIdentityStandIn } from '@koinonia/kit/testing/identity-stand-in.ts';
import { startTestIssuer, type TestIssuer } from '@koinonia/kit/testing/issuer.ts';
import { buildGateway, type GatewayDependencies } from '../app.ts';
import { gatewayConfig } from '../config.ts';
import { type EchoService, startEchoService } from './echo-service.ts';

export const testOrigin = 'http://koinonia.test';

/** A gateway over real HTTP with real servers behind it, all on loopback. */
export interface TestGateway {
  url: string;
  app: Service;
  bus: Bus;
  issuer: TestIssuer;
  identity: IdentityStandIn;
  groups: EchoService;
  chat: EchoService;
  media: EchoService;
  /** A call of a person, who is signed in unless `headers` say otherwise. */
  call(path: string, init?: RequestInit): Promise<Response>;
  /** Headers with the session token of a new person, or of the given one. */
  signedIn(uid?: string): Promise<{ uid: string; sessionId: string; headers: { authorization: string } }>;
  close(): Promise<void>;
}

export async function startGateway(
  environment: Record<string, string> = {},
  services: Partial<Record<'groups' | 'chat' | 'media', Parameters<typeof startEchoService>[1]>> & {
    identity?: Parameters<typeof startIdentityStandIn>[0];
  } = {},
  given: Partial<
    Pick<GatewayDependencies, 'log' | 'requestWithin' | 'silentFor' | 'limitsAnswerWithin' | 'firstAnswersWithin'>
  > = {},
): Promise<TestGateway> {
  const issuer = await startTestIssuer();
  const identity = await startIdentityStandIn(services.identity);
  const [groups, chat, media] = await Promise.all([
    startEchoService('groups', services.groups),
    startEchoService('chat', services.chat),
    startEchoService('media', services.media),
  ]);
  const log = given.log ?? createLog('silent', 'gateway');
  const bus = createMemoryBus(log);
  const app = await buildGateway({
    ...given,
    log,
    bus,
    config: gatewayConfig({
      PUBLIC_URL: testOrigin,
      ALLOWED_DOMAIN: 'base.example',
      OIDC_ISSUER: issuer.url,
      GOOGLE_CLIENT_ID: issuer.clientId,
      INTERNAL_SECRET: testSecret,
      IDENTITY_URL: identity.url,
      GROUPS_URL: groups.url,
      CHAT_URL: chat.url,
      MEDIA_URL: media.url,
      RATE_LIMIT: 'off',
      ...environment,
    }),
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });

  async function signedIn(uid?: string) {
    const session = identity.startSession(uid);
    const { token } = await signSessionToken(testSecret, session);
    return { ...session, headers: { authorization: `Bearer ${token}` } };
  }
  const { headers: ofSomebody } = await signedIn();

  return {
    url,
    app,
    bus,
    issuer,
    identity,
    groups,
    chat,
    media,
    signedIn,
    call: (path, init = {}) =>
      fetch(url + path, { redirect: 'manual', ...init, headers: { ...ofSomebody, ...init.headers } }),
    async close() {
      await app.close();
      await Promise.all([issuer, identity, groups, chat, media].map((server) => server.close()));
    },
  };
}
