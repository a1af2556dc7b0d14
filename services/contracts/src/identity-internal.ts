import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, IdParams, Instant, maxIdsAtOnce, storedText } from './common.ts';
import { Me, Role } from './identity.ts';

// Internal calls from the gateway and the other services to identity. Never forwarded from outside.

/** The claims of a verified ID token. `issuer` and `subject` together identify a person; the e-mail never does. */
export const IssuedIdentity = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  name: z.string(),
  picture: z.string(),
  /** When the token was issued, in seconds since 1970; unknown to the release before. */
  issuedAt: z.number().optional(),
});
export type IssuedIdentity = z.infer<typeof IssuedIdentity>;

/** The person of an ID token; an unknown person is created, only once even when many calls arrive together. */
export const resolvePerson = defineCall({
  method: 'POST',
  path: '/internal/people/resolve',
  body: IssuedIdentity,
  answers: { 200: z.object({ uid: Id, active: z.boolean() }) },
});

/** The same for many at once, in their order: after a fault everyone comes back together. */
export const resolvePeople = defineCall({
  method: 'POST',
  path: '/internal/people/resolve-many',
  body: z.array(IssuedIdentity).max(500),
  answers: { 200: z.array(z.object({ uid: Id, active: z.boolean() })) },
});

/** The session of a cookie, for reads of files, where the browser sends no Bearer token. 401 when there is none. */
export const resolveSession = defineCall({
  method: 'POST',
  path: '/internal/sessions/resolve',
  body: z.object({ cookie: z.string().max(512) }),
  answers: { 200: z.object({ uid: Id, sessionId: Id, active: z.boolean() }) },
});

/** Says who of these has no access: sessions that ended or never existed, people who are deactivated or unknown. */
export const checkAccess = defineCall({
  method: 'POST',
  path: '/internal/access/check',
  body: z.object({ sessions: z.array(Id).max(maxIdsAtOnce), people: z.array(Id).max(maxIdsAtOnce) }),
  answers: { 200: z.object({ endedSessions: z.array(Id), inactivePeople: z.array(Id) }) },
});

/** Which of these people exist, and the data about them that services need. Unknown ids are left out of the answer. */
export const lookUpPeople = defineCall({
  method: 'POST',
  path: '/internal/people/look-up',
  body: z.object({ uids: z.array(Id).max(maxIdsAtOnce) }),
  answers: { 200: z.array(z.object({ uid: Id, displayName: z.string(), role: Role, active: z.boolean() })) },
});

/**
 * Who changed after this instant, they themselves or their groups: this makes up for lost events. Changes become visible
 * when they are committed, so `until` is not after the beginning of any transaction that is still writing, the answer reaches
 * back some seconds before `since`, and a change may come again, with the same `changedAt`. The first request has no `since`,
 * and its answer names nobody.
 */
export const listChanges = defineCall({
  method: 'POST',
  path: '/internal/people/changes',
  body: z.object({ since: Instant.nullable() }),
  answers: { 200: z.object({ until: Instant, people: z.array(z.object({ uid: Id, changedAt: Instant })) }) },
});

/** These people as they see themselves. Unknown ids are left out of the answer. */
export const describePeople = defineCall({
  method: 'POST',
  path: '/internal/people/describe',
  body: z.object({ uids: z.array(Id).max(maxIdsAtOnce) }),
  answers: { 200: z.array(Me) },
});

/** The settings to verify tokens of the issuer, for a process that does not have them in its own environment. */
export const SignInSettings = z.object({ issuer: z.string(), clientId: z.string(), domain: z.string() });
export type SignInSettings = z.infer<typeof SignInSettings>;

export const getSignInSettings = defineCall({
  method: 'GET',
  path: '/internal/sign-in-settings',
  answers: { 200: SignInSettings },
});

/** Sets a person's photo, which media stores. With `unlessSet`, an existing photo stays. */
export const setPhoto = defineCall({
  method: 'POST',
  path: '/internal/people/:id/photo',
  params: IdParams,
  body: z.object({ photoURL: storedText({ max: 500 }), unlessSet: z.boolean().default(false) }),
  answers: { 204: z.void() },
});
