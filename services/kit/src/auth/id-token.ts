import { storedText } from '@koinonia/contracts/common.ts';
import type { IssuedIdentity, SignInSettings } from '@koinonia/contracts/identity-internal.ts';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { now } from '../clock.ts';
import { AppError, domainRestricted, unauthenticated } from '../errors.ts';
import type { IssuerKeys } from './issuer-keys.ts';
import { isOfDomain, isSameDomain } from './of-domain.ts';

const google = 'https://accounts.google.com';
/**
 * How an issuer may call itself. Google signs some of its tokens without the scheme; the names of some others end with a
 * slash, which the configured one never does.
 */
export const issuerSpellings = (issuer: string): string[] =>
  issuer === google ? [google, 'accounts.google.com'] : [issuer, `${issuer}/`];

const Claims = z.object({
  sub: storedText({ min: 1, max: 255 }),
  aud: z.string(),
  azp: z.string().optional(),
  exp: z.number(),
  iat: z.number(),
});

const Personal = z.object({
  email: storedText({ max: 320 }).catch(''),
  email_verified: z.unknown().optional(),
  hd: z.string().optional().catch(''),
  name: z.string().catch(''),
  picture: z.string().catch(''),
});

export interface VerifiedIdToken {
  identity: IssuedIdentity;
  /** When the token ends, in ms since 1970. */
  expiresAt: number;
  /** Every claim, for callers that must check a nonce. */
  claims: Readonly<Record<string, unknown>>;
}

/** The difference in seconds that is allowed between the issuer's clock and ours. */
const clockTolerance = 30;

/**
 * Verifies an ID token of the configured issuer. Throws `unauthenticated` for a token that is not valid here,
 * `domain_restricted` for a valid token from another organisation, and `unavailable` until a key was fetched once.
 */
export async function verifyIdToken(
  token: string,
  settings: SignInSettings,
  keys: IssuerKeys,
): Promise<VerifiedIdToken> {
  const payload = await verifiedBy(keys, token, settings).catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : unauthenticated(cause);
  });
  // jose accepts several audiences and a token from the future; a second audience could be another application.
  const claims = Claims.safeParse(payload);
  if (!claims.success) throw unauthenticated(claims.error);
  const { sub, aud, azp, exp, iat } = claims.data;
  if (aud !== settings.clientId || (azp !== undefined && azp !== settings.clientId)) throw unauthenticated('audience');
  if (iat > now() / 1000 + clockTolerance) throw unauthenticated('issued in the future');

  const personal = Personal.parse(payload);
  if (!belongsToDomain(personal, settings)) throw domainRestricted(settings.domain);
  return {
    identity: {
      issuer: settings.issuer,
      subject: sub,
      email: personal.email,
      name: personal.name,
      picture: personal.picture,
      issuedAt: iat,
    },
    expiresAt: exp * 1000,
    claims: payload,
  };
}

async function verifiedBy(keys: IssuerKeys, token: string, settings: SignInSettings): Promise<JWTPayload> {
  const verify = () =>
    jwtVerify(token, keys.getKey, {
      algorithms: ['RS256', 'ES256'],
      issuer: issuerSpellings(settings.issuer),
      audience: settings.clientId,
      clockTolerance,
      currentDate: new Date(now()),
      requiredClaims: ['exp', 'iat', 'sub', 'aud'],
    });
  const { payload } = await verify().catch(async (cause: unknown) => {
    if (!(cause instanceof errors.JWSSignatureVerificationFailed)) throw cause;
    // An issuer may have a new key under the id of an earlier one.
    await keys.seekNew();
    return verify();
  });
  return payload;
}

/**
 * The address alone proves nothing: anyone can open a private Google account with a work address, and its token has a
 * verified e-mail but no `hd`. So Google must name the organisation; another issuer must not name a different one.
 */
function belongsToDomain(personal: z.infer<typeof Personal>, settings: SignInSettings): boolean {
  if (!isOfDomain(personal.email, settings.domain)) return false;
  if (personal.email_verified !== true) return false;
  if (personal.hd === undefined) return settings.issuer !== google;
  return isSameDomain(personal.hd, settings.domain);
}
