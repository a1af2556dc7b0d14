import { randomUUID } from 'node:crypto';
import type { Me, Role } from '@koinonia/contracts/identity.ts';
import {
  checkAccess,
  describePeople,
  getSignInSettings,
  listChanges,
  lookUpPeople,
  resolvePerson,
  resolveSession,
  type SignInSettings,
} from '@koinonia/contracts/identity-internal.ts';
import { unauthenticated, unavailable } from '../errors.ts';
import type { Service } from '../http/build-service.ts';
import { routeOf } from '../http/routes.ts';
import { startStandIn } from './stand-in.ts';

/** Answers identity's internal calls over real HTTP from data that a test put in, for services that call identity. */
export interface IdentityStandIn {
  url: string;
  /** A new session of this person; its cookie is its id. */
  startSession(uid?: string): { uid: string; sessionId: string };
  endSession(sessionId: string): void;
  /** Adds a person, an ordinary member unless told otherwise. A person with a session exists anyway. */
  addPerson(uid?: string, role?: Role): string;
  deactivate(uid: string): void;
  /** Changes a person without an event on any bus. */
  change(me: Me): void;
  /** Behaves as if identity were away, until it is told otherwise. */
  beAway(away: boolean): void;
  /** The uid of an issuer's subject, or undefined when it was never created. */
  uidOf(subject: string): string | undefined;
  /** How often each internal call was made, by path. */
  calls: Map<string, number>;
  /** The sessions that were last asked about by `checkAccess`. */
  sessionsAsked(): readonly string[];
  close(): Promise<void>;
}

export async function startIdentityStandIn(
  options: { port?: number; signIn?: SignInSettings; routes?: (app: Service) => void } = {},
): Promise<IdentityStandIn> {
  const people = new Map<string, string>();
  const sessions = new Map<string, string>();
  const inactive = new Set<string>();
  const roles = new Map<string, Role>();
  const changed = new Map<string, { me: Me; changedAt: string }>();
  const calls = new Map<string, number>();
  let sessionsAsked: readonly string[] = [];
  let isAway = false;

  const routes = (inside: Service, app: Service) => {
    options.routes?.(app);
    inside.addHook('onRequest', async () => {
      if (isAway) throw unavailable('identity is away');
    });
    inside.addHook('onRequest', async (request) => void calls.set(request.url, (calls.get(request.url) ?? 0) + 1));
    inside.route({
      ...routeOf(resolvePerson),
      handler: async ({ body }) => {
        const uid = people.get(body.subject) ?? randomUUID();
        people.set(body.subject, uid);
        roles.set(uid, roles.get(uid) ?? 'member');
        return { uid, active: !inactive.has(uid) };
      },
    });
    inside.route({
      ...routeOf(resolveSession),
      handler: async ({ body }) => {
        const uid = sessions.get(body.cookie);
        if (uid === undefined) throw unauthenticated('no such session');
        return { uid, sessionId: body.cookie, active: !inactive.has(uid) };
      },
    });
    inside.route({
      ...routeOf(checkAccess),
      async handler({ body }) {
        sessionsAsked = body.sessions;
        return {
          endedSessions: body.sessions.filter((id) => !sessions.has(id)),
          inactivePeople: body.people.filter((uid) => inactive.has(uid)),
        };
      },
    });
    inside.route({
      ...routeOf(lookUpPeople),
      handler: async ({ body }) =>
        body.uids.flatMap((uid) => {
          const role = roles.get(uid);
          const displayName = changed.get(uid)?.me.displayName ?? `Person ${uid}`;
          return role ? [{ uid, displayName, role, active: !inactive.has(uid) }] : [];
        }),
    });
    inside.route({
      ...routeOf(listChanges),
      handler: async ({ body }) => ({
        until: new Date().toISOString(),
        people: body.since === null ? [] : [...changed].map(([uid, { changedAt }]) => ({ uid, changedAt })),
      }),
    });
    inside.route({
      ...routeOf(describePeople),
      handler: async ({ body }) => body.uids.flatMap((uid) => changed.get(uid)?.me ?? []),
    });
    inside.route({
      ...routeOf(getSignInSettings),
      handler: async () => {
        if (!options.signIn) throw unavailable('the test gave no settings');
        return options.signIn;
      },
    });
  };

  return {
    ...(await startStandIn('identity', routes, options.port)),
    startSession(uid = randomUUID()) {
      const sessionId = randomUUID();
      sessions.set(sessionId, uid);
      roles.set(uid, roles.get(uid) ?? 'member');
      return { uid, sessionId };
    },
    addPerson(uid = randomUUID(), role = 'member') {
      roles.set(uid, role);
      return uid;
    },
    change(me) {
      roles.set(me.uid, me.role);
      changed.set(me.uid, { me, changedAt: new Date().toISOString() });
    },
    endSession: (sessionId) => void sessions.delete(sessionId),
    deactivate: (uid) => void inactive.add(uid),
    beAway: (away) => void (isAway = away),
    uidOf: (subject) => people.get(subject),
    calls,
    sessionsAsked: () => sessionsAsked,
  };
}
