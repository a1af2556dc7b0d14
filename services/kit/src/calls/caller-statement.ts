import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { now } from '../clock.ts';
import { unauthenticated } from '../errors.ts';
import { isOwnId } from '../ids.ts';
import { deriveKey } from '../process/secrets.ts';

/** The header that carries the signed statement of who is calling. The gateway removes it from incoming requests. */
export const callerHeader = 'x-koinonia-caller';

/** The services that a statement can be addressed to. */
export const audiences = ['identity', 'groups', 'chat', 'media'] as const;
export type Audience = (typeof audiences)[number];

/**
 * Marks the answer of a service that does not accept the caller's statement, and names that service. The problem lies between
 * our processes, as while INTERNAL_SECRET is being changed, and is no reason for a person to sign in again.
 */
export const refusedStatementHeader = 'x-koinonia-statement-refused';

/** What such an answer means to a process that meant to call `service`. */
export class StatementRefused extends Error {
  constructor(service: Audience, refusedBy: string | string[] | undefined) {
    const other = audiences.find((name) => name === refusedBy && name !== service);
    super(
      other
        ? `${service.toUpperCase()}_URL leads to ${other}`
        : `${service} takes no statement of this process: INTERNAL_SECRET must be the same in all`,
    );
  }
}

/**
 * The caller: a person through the gateway (`sessionId` is null when they came with an ID token of the issuer), an
 * anonymous caller through the gateway's public calls, or one of our own processes.
 */
export type Caller =
  | { readonly kind: 'person'; readonly uid: string; readonly sessionId: string | null }
  | { readonly kind: 'anyone' }
  | { readonly kind: 'process'; readonly name: string };

export type PersonCaller = Extract<Caller, { kind: 'person' }>;

const lifetime = 60;
const reuse = 30_000;
const maxCached = 10_000;

const Claims = z.union([
  // Checked here once: services may look for a caller's uid in their databases.
  z.object({ kind: z.literal('person'), uid: z.string().refine(isOwnId), sessionId: z.string().nullable() }),
  z.object({ kind: z.literal('anyone') }),
  z.object({ kind: z.literal('process'), name: z.string() }),
]);

/** Signs statements. A statement made less than 30 s ago for the same caller and audience is reused. */
export function createCallerSigner(internalSecret: string) {
  const key = deriveKey(internalSecret, 'caller-statement');
  const made = new Map<string, { statement: Promise<string>; at: number }>();

  return function sign(caller: Caller, audience: Audience): Promise<string> {
    const name = `${audience} ${JSON.stringify(caller)}`;
    const known = made.get(name);
    if (known && now() - known.at < reuse) return known.statement;
    const issuedAt = Math.floor(now() / 1000);
    const statement = new SignJWT({ ...caller })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetime)
      .sign(key);
    if (made.size >= maxCached) made.clear();
    made.set(name, { statement, at: now() });
    return statement;
  };
}

export type CallerSigner = ReturnType<typeof createCallerSigner>;

/** Returns the caller named in a statement; throws `unauthenticated` unless it is valid and for this audience. */
export interface CallerVerifier {
  (statement: string | undefined): Promise<Caller>;
  readonly audience: Audience;
}

export function createCallerVerifier(internalSecret: string, audience: Audience): CallerVerifier {
  const key = deriveKey(internalSecret, 'caller-statement');
  const verified = new Map<string, { caller: Caller; until: number }>();

  async function verify(statement: string | undefined): Promise<Caller> {
    if (!statement) throw unauthenticated('no statement of the caller');
    const known = verified.get(statement);
    if (known && known.until > now()) return known.caller;
    try {
      const { payload } = await jwtVerify(statement, key, {
        algorithms: ['HS256'],
        audience,
        requiredClaims: ['exp', 'iat'],
        clockTolerance: 5,
        currentDate: new Date(now()),
      });
      const caller = Claims.parse(payload);
      if (verified.size >= maxCached) verified.clear();
      verified.set(statement, { caller, until: (payload.exp ?? 0) * 1000 });
      return caller;
    } catch (cause) {
      throw unauthenticated(cause);
    }
  }

  return Object.assign(verify, { audience });
}
