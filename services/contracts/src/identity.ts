import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, IdParams, Instant, maxConsoleSearchLength, maxNameLength, paging, storedText } from './common.ts';
import { maxGroupsAtOnce } from './groups.ts';
import { plainNumber } from './phone-digits.ts';

export const Role = z.enum(['member', 'admin']);
export type Role = z.infer<typeof Role>;

/** Whoever is deactivated keeps the role, but may do nothing with it. */
export const isActiveAdmin = ({ role, active }: { role: Role; active: boolean }) => role === 'admin' && active;

export const Theme = z.enum(['auto', 'light', 'dark']);
export type Theme = z.infer<typeof Theme>;

/** A person as they see themselves. `groups` are names, 'All Staff' first; `photoURL` is on our own origin or empty. */
export const Me = z.object({
  uid: Id,
  displayName: z.string(),
  email: z.string(),
  phone: z.string(),
  photoURL: z.string(),
  role: Role,
  theme: Theme,
  groups: z.array(z.string()),
});
export type Me = z.infer<typeof Me>;

/** The public data of a colleague, by id. */
export const PersonSummary = z.object({ displayName: z.string(), photoURL: z.string() });
export type PersonSummary = z.infer<typeof PersonSummary>;

/** A line of the staff list. */
export const ListedPerson = z.object({
  uid: Id,
  displayName: z.string(),
  email: z.string(),
  photoURL: z.string(),
});
export type ListedPerson = z.infer<typeof ListedPerson>;

/** The same, with what only admins get. */
export const Person = ListedPerson.extend({
  phone: z.string().optional(),
  role: Role.optional(),
  groups: z.array(z.string()).optional(),
  active: z.boolean().optional(),
  /** When they requested the deletion of their data. */
  deletionRequestedAt: Instant.nullable().optional(),
});
export type Person = z.infer<typeof Person>;

export const getMe = defineCall({ method: 'GET', path: '/api/me', answers: { 200: Me } });

export const getPerson = defineCall({
  method: 'GET',
  path: '/api/user/:id',
  params: IdParams,
  answers: { 200: PersonSummary },
});

const PeopleFilter = z.object({
  /** Searched for in names and e-mail addresses; for admins in phone numbers too. */
  search: storedText({ max: maxConsoleSearchLength }).optional(),
  /** The name of a group; only its members are listed. Admins only. */
  group: storedText({ max: maxNameLength }).optional(),
  /** People with access, or people without. Admins only. */
  status: z.enum(['active', 'deactivated']).optional(),
});
export type PeopleFilter = z.infer<typeof PeopleFilter>;

/**
 * Without a query, the whole list by name; with `totalHeader`. `sort` by group or role is for admins only. A caller who names
 * the answer's `ETag` in `If-None-Match` gets 304 while it is the same.
 */
export const listPeople = defineCall({
  method: 'GET',
  path: '/api/users',
  query: PeopleFilter.extend({
    sort: z.enum(['name', 'email', 'group', 'role']).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    ...paging,
  }),
  answers: { 200: z.array(Person) },
});

/** The staff list as CSV, for admins. */
export const exportPeople = defineCall({
  method: 'GET',
  path: '/api/users/export',
  query: PeopleFilter,
  answers: { 200: z.string() },
});

/** Characters of a telephone number, as typed and as stored. */
export const maxPhoneLength = 40;

/** Fields that are left out stay as they are. */
export const updateProfile = defineCall({
  method: 'POST',
  path: '/api/update-profile',
  body: z.object({
    displayName: storedText({ max: maxNameLength }).optional(),
    phone: storedText({ max: maxPhoneLength })
      .transform(plainNumber)
      .pipe(storedText({ max: maxPhoneLength }))
      .optional(),
    theme: Theme.optional(),
  }),
  answers: { 200: Me },
});

/** Bytes of a call that changes a person: names of groups, whose characters may each take 12 bytes in JSON. */
export const maxPersonChangeBytes = maxGroupsAtOnce * (12 * maxNameLength + 3) + 1024;

/**
 * `groups` replaces all groups of the person, by name. `addToGroups` and `removeFromGroups` are ids and leave the other
 * groups as they are, so a simultaneous change by another admin is kept. Use one way or the other, not both; no id may be in
 * both lists.
 */
export const changePerson = defineCall({
  method: 'PATCH',
  path: '/api/users/:id',
  params: IdParams,
  body: z.object({
    role: Role.optional(),
    active: z.boolean().optional(),
    groups: z
      .array(storedText({ max: maxNameLength }))
      .max(maxGroupsAtOnce)
      .optional(),
    addToGroups: z.array(Id).max(maxGroupsAtOnce).optional(),
    removeFromGroups: z.array(Id).max(maxGroupsAtOnce).optional(),
  }),
  answers: { 200: Person },
});

/** An admin signs somebody out of all their devices. */
export const endSessionsOfPerson = defineCall({
  method: 'DELETE',
  path: '/api/users/:id/sessions',
  params: IdParams,
  answers: { 204: z.void() },
});

/** The name of a person whose data was deleted. */
export const formerMember = 'Former member';

/**
 * An admin deletes a person's data: they remain only as the `formerMember` who wrote their messages. With `requested` only as
 * long as the person asks for it: 409 if they have just withdrawn their request, or somebody has declined it.
 */
export const deletePerson = defineCall({
  method: 'DELETE',
  path: '/api/users/:id',
  params: IdParams,
  query: z.object({ requested: z.literal('true').optional() }),
  answers: { 204: z.void() },
});

// Sessions. These calls read the session cookie and no Bearer token, except the two about the caller's own devices.

/** How the signing-in page wants the result: from a popup, or by a redirect to `/`. */
export const SignInDisplay = z.enum(['popup', 'redirect']);
export type SignInDisplay = z.infer<typeof SignInDisplay>;

/** The result of a sign-in. Goes from the callback to the page that asked, over `signInChannel` or in `/?signIn=`. */
export const SignInOutcome = z.enum(['ok', 'domain_restricted', 'account_deactivated', 'too_many', 'failed']);
export type SignInOutcome = z.infer<typeof SignInOutcome>;

/** The page after a sign-in: either one that tells its opener and closes, or the product itself. */
export function pageAfterSignIn(display: SignInDisplay, outcome: SignInOutcome): string {
  if (display === 'popup') return `/signed-in.html?outcome=${outcome}`;
  return outcome === 'ok' ? '/home' : `/?signIn=${outcome}`;
}

/** The display that a sign-in was begun with, which its `state` starts with; `redirect` for any other text. */
export const displayOfState = (state: string): SignInDisplay =>
  SignInDisplay.catch('redirect').parse(state.split('.')[0]);

/** Seconds for choosing an account and typing a password: a sign-in that takes longer fails. */
export const signInLifetime = 600;

/** The BroadcastChannel on which the sign-in popup sends its `SignInOutcome`: COOP may have cut it off from its opener. */
export const signInChannel = 'koinonia:sign-in';

/**
 * The cookie that holds the session. The `__Host-` prefix binds it to this host over https, so that a neighbouring
 * subdomain cannot plant one; browsers refuse the prefix on the plain http of loopback.
 */
export const sessionCookieName = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-session' : 'session');

/** The prefix of the cookies that hold the sign-ins under way. */
export const attemptCookiePrefix = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? '__Host-sign-in-' : 'sign-in-';

/** Sends the browser to the issuer. */
export const startSignIn = defineCall({
  method: 'GET',
  path: '/api/session/google',
  query: z.object({ display: SignInDisplay.default('redirect') }),
  answers: { 302: z.void() },
});

/** Where the issuer sends the browser back to: begins the session, and reports the result to the page that asked. */
export const finishSignIn = defineCall({ method: 'GET', path: '/api/session/callback', answers: { 302: z.void() } });

export const SessionToken = z.object({
  token: z.string(),
  expiresAt: Instant,
  /** Whose it is: the browser's session may be another person's than the page believes. */
  uid: Id,
  /** Added by the gateway: those requested answers that were ready in time, by name. */
  answers: z.record(z.string(), z.unknown()).optional(),
  /** The entity tags of those answers that have one, by name. */
  tags: z.record(z.string(), z.string()).optional(),
});
export type SessionToken = z.infer<typeof SessionToken>;

/**
 * A short-lived token for the session of this browser's cookie; `unauthenticated` when there is none. A page that needs more
 * for its first screen names it in `answers` (`firstCalls` in gateway.ts) and waits for one answer instead of two, one after
 * another. A name that the gateway does not know is no error: newer pages may ask older gateways.
 */
export const getSessionToken = defineCall({
  method: 'POST',
  path: '/api/session/token',
  // Fastify passes null when there is no body.
  body: z.object({ answers: z.array(z.string().max(40)).max(20).optional() }).nullish(),
  answers: { 200: SessionToken },
});

/** Ends the session of this browser's cookie; having none is not an error. */
export const endSession = defineCall({ method: 'DELETE', path: '/api/session', answers: { 204: z.void() } });

/** A device on which a person is signed in. */
export const Device = z.object({
  id: Id,
  device: z.string(),
  address: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
  current: z.boolean(),
});
export type Device = z.infer<typeof Device>;

/** The devices on which the caller is signed in. */
export const listSessions = defineCall({ method: 'GET', path: '/api/session/all', answers: { 200: z.array(Device) } });

/** Signs the caller out of one of their own devices. */
export const endSessionById = defineCall({
  method: 'DELETE',
  path: '/api/session/:id',
  params: IdParams,
  answers: { 204: z.void() },
});
