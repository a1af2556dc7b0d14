import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';
import { z } from 'zod';
import { unavailable } from '../errors.ts';

const refreshAfter = 10 * 60 * 1000;
const askAgainAfter = 30_000;
const tryAgainAfter = 1000;
const timeout = 3000;

const Discovery = z.object({ jwks_uri: z.url() });
const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/**
 * The issuer's signing keys, found by discovery. The last good set is kept as long as the issuer is away (jose's own
 * remote set fails closed after ten minutes). The keys are fetched again every ten minutes, and when a token names an unknown
 * key or does not fit the known one: at once, but not again within 30 s, however many tokens arrive.
 */
export interface IssuerKeys {
  getKey: JWTVerifyGetKey;
  /** Resolves when the keys are as the issuer has them now, or when it may not be asked yet. */
  seekNew(): Promise<void>;
  close(): void;
}

export function createIssuerKeys(issuer: string, log: Logger): IssuerKeys {
  let keys: JWTVerifyGetKey | null = null;
  /** By the monotonic clock: the time may be set back. */
  let askedAt = -Infinity;
  let asking: Promise<void> | null = null;
  let soughtAt = -Infinity;
  let seeking = Promise.resolve();

  async function fetchKeys() {
    const discovery = Discovery.parse(await fetchJson(`${issuer}/.well-known/openid-configuration`));
    keys = createLocalJWKSet(KeySet.parse(await fetchJson(discovery.jwks_uri)));
  }

  function refresh(): Promise<void> {
    if (asking) return asking;
    if (!keys && performance.now() - askedAt < tryAgainAfter) return Promise.resolve();
    askedAt = performance.now();
    asking = fetchKeys()
      .catch((err: unknown) => log.warn({ err }, "the issuer's keys could not be fetched"))
      .finally(() => (asking = null));
    return asking;
  }

  /** The issuer may have a new key since it was asked last. */
  function seekNew(): Promise<void> {
    if (performance.now() - soughtAt < askAgainAfter) return seeking;
    soughtAt = performance.now();
    seeking = (asking ?? Promise.resolve()).then(refresh);
    return seeking;
  }

  const timer = setInterval(() => void refresh(), refreshAfter);
  timer.unref();

  return {
    async getKey(header, token) {
      // Only the key's id is used: hints where to find a key (jku, x5u, jwk) are never followed.
      const hint = { alg: header.alg, kid: header.kid };
      if (!keys) await refresh();
      if (!keys) throw unavailable('the issuer has not answered yet');
      try {
        return await keys(hint, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        await seekNew();
        return keys(hint, token);
      }
    },
    seekNew,
    close: () => clearInterval(timer),
  };
}

async function fetchJson(url: string): Promise<unknown> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeout), redirect: 'error' });
  if (!answer.ok) throw new Error(`the issuer answered ${answer.status}`);
  return answer.json();
}
