import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, IdParams, Instant, paging, storedText } from './common.ts';

export const Role = z.enum(['member', 'admin']);
export type Role = z.infer<typeof Role>;

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

/** What everyone may know of a colleague by id. */
export const PersonSummary = z.object({ displayName: z.string(), photoURL: z.string() });
export type PersonSummary = z.infer<typeof PersonSummary>;

/** A line of the staff list. All from `phone` on is there for admins only. */
export const Person = z.object({
  uid: Id,
  displayName: z.string(),
  email: z.string(),
  photoURL: z.string(),
  phone: z.string().optional(),
  role: Role.optional(),
  groups: z.array(z.string()).optional(),
  active: z.boolean().optional(),
  /** When they asked for the deletion of their data. */
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
  /** Looked for in names and e-mail addresses; by admins in phone numbers too. */
  search: storedText({ max: 100 }).optional(),
  /** The name of a group; only its members are listed. Admins only. */
  group: storedText({ max: 100 }).optional(),
  /** Who may come in, or who may not. Admins only. */
  status: z.enum(['active', 'deactivated']).optional(),
});
export type PeopleFilter = z.infer<typeof PeopleFilter>;

/** Without any query it is the whole list, by name; with `totalHeader`. `sort` by group or role is for admins only. */
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

/** What is left out stays as it is. */
export const updateProfile = defineCall({
  method: 'POST',
  path: '/api/update-profile',
  body: z.object({
    displayName: storedText({ max: 100 }).optional(),
    phone: storedText({ max: 40 }).optional(),
    theme: Theme.optional(),
  }),
  answers: { 200: Me },
});

/**
 * `groups` are all the groups that the person shall have, by name. `addToGroups` and `removeFromGroups` are ids, and leave
 * the other groups as they are: what another admin changed at the same moment stays. One way or the other, not both.
 */
export const changePerson = defineCall({
  method: 'PATCH',
  path: '/api/users/:id',
  params: IdParams,
  body: z.object({
    role: Role.optional(),
    active: z.boolean().optional(),
    groups: z
      .array(storedText({ max: 100 }))
      .max(500)
      .optional(),
    addToGroups: z.array(Id).max(500).optional(),
    removeFromGroups: z.array(Id).max(500).optional(),
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

/** What somebody is called of whom all data was deleted. */
export const formerMember = 'Former member';

/** An admin deletes all that is personal of somebody: they stay only as the `formerMember` who wrote their messages. */
export const deletePerson = defineCall({
  method: 'DELETE',
  path: '/api/users/:id',
  params: IdParams,
  answers: { 204: z.void() },
});

// Sessions. These calls read the session cookie and no Bearer token, except the two about one's own devices.

/** How the page that signs in wants the answer back: told by a popup, or by being sent to `/`. */
export const SignInDisplay = z.enum(['popup', 'redirect']);
export type SignInDisplay = z.infer<typeof SignInDisplay>;

/** How a sign-in ended. Goes from the callback to the page that asked, over `signInChannel` or in `/?signIn=`. */
export const SignInOutcome = z.enum(['ok', 'domain_restricted', 'account_deactivated', 'failed']);
export type SignInOutcome = z.infer<typeof SignInOutcome>;

/** The BroadcastChannel on which the sign-in popup tells its `SignInOutcome`: an opener may have been cut off (COOP). */
export const signInChannel = 'koinonia:sign-in';

/**
 * The cookie that holds the session. `__Host-` binds it to this very host over https, so that a neighbouring subdomain
 * cannot plant one; browsers refuse that prefix on the plain http of loopback.
 */
export const sessionCookieName = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-session' : 'session');

/** Sends the browser to the issuer. */
export const startSignIn = defineCall({
  method: 'GET',
  path: '/api/session/google',
  query: z.object({ display: SignInDisplay.default('redirect') }),
  answers: { 302: z.void() },
});

/** Where the issuer sends the browser back to: begins the session, and tells the page that asked. */
export const finishSignIn = defineCall({ method: 'GET', path: '/api/session/callback', answers: { 302: z.void() } });

export const SessionToken = z.object({ token: z.string(), expiresAt: Instant });
export type SessionToken = z.infer<typeof SessionToken>;

/** A short-lived token for the session of this browser's cookie; `unauthenticated` when there is none. */
export const getSessionToken = defineCall({
  method: 'POST',
  path: '/api/session/token',
  answers: { 200: SessionToken },
});

/** Ends the session of this browser's cookie; that there is none is no fault. */
export const endSession = defineCall({ method: 'DELETE', path: '/api/session', answers: { 204: z.void() } });

/** A device that somebody is signed in on. */
export const Device = z.object({
  id: Id,
  device: z.string(),
  address: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
  current: z.boolean(),
});
export type Device = z.infer<typeof Device>;

/** On which devices the caller is signed in. */
export const listSessions = defineCall({ method: 'GET', path: '/api/session/all', answers: { 200: z.array(Device) } });

/** Signs the caller out of one of their own devices. */
export const endSessionById = defineCall({
  method: 'DELETE',
  path: '/api/session/:id',
  params: IdParams,
  answers: { 204: z.void() },
});
