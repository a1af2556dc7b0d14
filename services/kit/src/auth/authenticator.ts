import { createHash } from 'node:crypto';
import { checkAccess, resolvePerson, type SignInSettings } from '@koinonia/contracts/identity.ts';
import { accountDeactivated, unauthenticated } from '../errors.ts';
import type { ServiceClient } from '../service-client.ts';
import type { AccessWatch, Holder } from './access-watch.ts';
import { verifyIdToken } from './id-token.ts';
import type { IssuerKeys } from './issuer-keys.ts';
import { claimsToBeSessionToken, createSessionTokenVerifier } from './session-token.ts';

/** How long an answer of identity counts without being confirmed. Under the 5 s in which access must end. */
const trustFor = 4000;
const maxKnown = 20_000;
const maxTokenLength = 8192;

/** Somebody whose token is good. */
export interface Authenticated extends Holder {
  /** When the token ends, in ms since 1970. */
  readonly expiresAt: number;
}

/**
 * Says who a Bearer token belongs to: an ID token of the issuer or a session token of our own, nothing else. Throws
 * `unauthenticated`, `domain_restricted`, `account_deactivated` or `unavailable`.
 */
export interface Authenticator {
  authenticate(token: string): Promise<Authenticated>;
}

interface Known {
  who: Authenticated;
  confirmedAt: number;
  letGo: () => void;
}

export function createAuthenticator(options: {
  internalSecret: string;
  /** The settings, or where to get them from: asked for at each ID token, so it should remember. */
  settings: () => Promise<SignInSettings> | SignInSettings;
  keys: (issuer: string) => IssuerKeys;
  identity: ServiceClient;
  watch: AccessWatch;
}): Authenticator {
  const { identity, watch } = options;
  const verifySessionToken = createSessionTokenVerifier(options.internalSecret);
  /** By the token's hash, so that no token lies in memory longer than its request. */
  const known = new Map<string, Known>();

  const forget = (key: string) => {
    known.get(key)?.letGo();
    known.delete(key);
  };

  watch.onEnded(({ sessions, people }) => {
    for (const [key, { who }] of known) {
      if (people.has(who.uid) || (who.sessionId !== null && sessions.has(who.sessionId))) forget(key);
    }
  });

  async function verify(token: string): Promise<Authenticated> {
    if (claimsToBeSessionToken(token)) {
      const session = await verifySessionToken(token);
      await confirm(session);
      return session;
    }
    const settings = await options.settings();
    const { identity: issued, expiresAt } = await verifyIdToken(token, settings, options.keys(settings.issuer));
    const { uid, active } = await identity.call(resolvePerson, { body: issued });
    if (!active) throw accountDeactivated();
    return { uid, sessionId: null, expiresAt };
  }

  async function confirm(who: Holder) {
    const ended = await identity.call(checkAccess, {
      body: { sessions: who.sessionId === null ? [] : [who.sessionId], people: [who.uid] },
    });
    if (ended.inactivePeople.length > 0) throw accountDeactivated();
    if (ended.endedSessions.length > 0) throw unauthenticated('the session has ended');
  }

  function remember(key: string, who: Authenticated) {
    if (known.has(key)) return;
    const oldest = known.size >= maxKnown ? known.keys().next().value : undefined;
    if (oldest !== undefined) forget(oldest);
    known.set(key, { who, confirmedAt: Date.now(), letGo: watch.hold(who) });
  }

  return {
    async authenticate(token) {
      if (token.length > maxTokenLength) throw unauthenticated('the token is too long');
      const key = createHash('sha256').update(token).digest('base64');
      const now = Date.now();
      if ((known.get(key)?.who.expiresAt ?? Infinity) <= now) forget(key);
      const entry = known.get(key);
      if (!entry) {
        const who = await verify(token);
        remember(key, who);
        return who;
      }
      // The sweep confirms everyone together; when it fails to, each is asked for alone.
      if (Math.max(entry.confirmedAt, watch.confirmedAt()) + trustFor < now) {
        try {
          await confirm(entry.who);
          entry.confirmedAt = now;
        } catch (error) {
          forget(key);
          throw error;
        }
      }
      return entry.who;
    },
  };
}
