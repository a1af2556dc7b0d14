import { hash } from 'node:crypto';
import {
  checkAccess,
  type IssuedIdentity,
  resolvePeople,
  resolvePerson,
  resolveSession,
  type SignInSettings,
} from '@koinonia/contracts/identity-internal.ts';
import { now } from '../clock.ts';
import { accountDeactivated, AppError, unauthenticated } from '../errors.ts';
import { inBatches } from '../work/in-batches.ts';
import type { ServiceClient } from '../calls/service-client.ts';
import type { AccessWatch, Holder } from './access-watch.ts';
import { verifyIdToken } from './id-token.ts';
import type { IssuerKeys } from './issuer-keys.ts';
import { type Authenticated, createRecognised } from './recognised.ts';
import { claimsToBeSessionToken, createSessionTokenVerifier } from './session-token.ts';

/** How long an answer from identity counts without being confirmed. Below 5 s, the time in which access must end. */
const trustFor = 4000;
/** The number of people that one call to identity asks about. */
const batchLimit = 500;
const maxTokenLength = 8192;
const maxCookieLength = 512;
/** A cookie does not say when it expires, so identity is asked again after this time. */
const cookieLifetime = 300_000;

/** Says who is calling. Throws `unauthenticated`, `domain_restricted`, `account_deactivated` or `unavailable`. */
export interface Authenticator {
  /** By a Bearer token: an ID token of the issuer or a session token of our own, nothing else. */
  authenticate(token: string): Promise<Authenticated>;
  /** By the value of the session cookie: only for reads of files, where a browser sends no Bearer token. */
  authenticateCookie(cookie: string): Promise<Authenticated>;
}

/** What ID tokens are verified by: the settings, and the keys of their issuer. */
export interface SignIn {
  readonly settings: SignInSettings;
  readonly keys: IssuerKeys;
}

interface AuthenticatorOptions {
  internalSecret: string;
  /** Is called for every ID token, so it should keep its answer. */
  signIn: () => Promise<SignIn> | SignIn;
  identity: ServiceClient;
  watch: AccessWatch;
}

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { watch } = options;
  const { verifyToken, verifyCookie, confirm } = createVerifiers(options);
  const recognised = createRecognised(watch);
  /** Calls to identity that are under way, so that requests which arrive together share one call. */
  const asking = new Map<string, Promise<Authenticated>>();

  function once(key: string, ask: () => Promise<Authenticated>): Promise<Authenticated> {
    const running = asking.get(key) ?? ask().finally(() => asking.delete(key));
    asking.set(key, running);
    return running;
  }

  async function recognise(key: string, verify: () => Promise<Authenticated>): Promise<Authenticated> {
    const entry = recognised.get(key);
    const asked = performance.now();
    if (!entry) return once(key, async () => recognised.add(key, await verify(), asked));
    // The sweep confirms everyone together; when it fails, each person is asked about alone.
    if (Math.max(entry.confirmedAt, watch.confirmedAt()) + trustFor >= asked) return entry.who;
    return once(key, async () => {
      await confirm(entry.who).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'unavailable')) recognised.forget(key);
        throw error;
      });
      entry.confirmedAt = asked;
      return entry.who;
    });
  }

  return {
    async authenticate(token) {
      if (token.length > maxTokenLength) throw unauthenticated('the token is too long');
      return recognise(keyOf('token', token), () => verifyToken(token));
    },
    async authenticateCookie(cookie) {
      if (cookie.length > maxCookieLength) throw unauthenticated('the cookie is too long');
      return recognise(keyOf('cookie', cookie), () => verifyCookie(cookie));
    },
  };
}

/** Asks identity about a person who is not recognised, or whom nobody has confirmed lately. */
function createVerifiers({ internalSecret, signIn, identity }: AuthenticatorOptions) {
  const verifySessionToken = createSessionTokenVerifier(internalSecret);
  const resolve = inBatches({
    ask: (issued: readonly IssuedIdentity[]) => resolveTogether(identity, issued),
    limit: batchLimit,
  });
  const endedAmong = inBatches({
    ask: (holders: readonly Holder[]) => checkTogether(identity, holders),
    limit: batchLimit,
  });

  async function verifyToken(token: string): Promise<Authenticated> {
    if (claimsToBeSessionToken(token)) {
      const session = await verifySessionToken(token);
      await confirm(session);
      return session;
    }
    const { settings, keys } = await signIn();
    const { identity: issued, expiresAt } = await verifyIdToken(token, settings, keys);
    const { uid, active } = await resolve(issued);
    if (!active) throw accountDeactivated();
    return { uid, sessionId: null, expiresAt };
  }

  async function verifyCookie(cookie: string): Promise<Authenticated> {
    const { uid, sessionId, active } = await identity.call(resolveSession, { body: { cookie } });
    if (!active) throw accountDeactivated();
    return { uid, sessionId, expiresAt: now() + cookieLifetime };
  }

  async function confirm(who: Holder) {
    const { sessions, people } = await endedAmong(who);
    if (people.has(who.uid)) throw accountDeactivated();
    if (who.sessionId !== null && sessions.has(who.sessionId)) throw unauthenticated('the session has ended');
  }

  return { verifyToken, verifyCookie, confirm };
}

async function resolveTogether(identity: ServiceClient, issued: readonly IssuedIdentity[]) {
  const resolveAlone = (one: IssuedIdentity) => identity.call(resolvePerson, { body: one });
  if (issued.length === 1) return issued.map(resolveAlone);
  try {
    return await identity.call(resolvePeople, { body: [...issued] });
  } catch (error) {
    // Identity may have failed because of one person of the batch.
    if (error instanceof AppError && error.code === 'unavailable') throw error;
    return issued.map(resolveAlone);
  }
}

/** Gives each holder the result of the whole batch: everything that has ended. */
async function checkTogether(identity: ServiceClient, holders: readonly Holder[]) {
  const ended = await identity.call(checkAccess, {
    body: {
      sessions: holders.map(({ sessionId }) => sessionId).filter((id) => id !== null),
      people: holders.map(({ uid }) => uid),
    },
  });
  const found = { sessions: new Set(ended.endedSessions), people: new Set(ended.inactivePeople) };
  return holders.map(() => found);
}

/** A hash, so that no token stays in memory longer than its request. */
const keyOf = (kind: 'token' | 'cookie', secret: string) => `${kind} ${hash('sha256', secret, 'base64')}`;
