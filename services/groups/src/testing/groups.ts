import { randomUUID } from 'node:crypto';
import { reportAct } from '@koinonia/contracts/audit-internal.ts';
import type { Group } from '@koinonia/contracts/groups.ts';
import type { BodyOf } from '@koinonia/contracts/call.ts';
import { createMemoryBus } from '@koinonia/kit/bus/memory-bus.ts';
import { createDatabase } from '@koinonia/kit/stores/database.ts';
import { unavailable } from '@koinonia/kit/errors.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { routeOf } from '@koinonia/kit/http/routes.ts';
import { headersOf, headersOfProcess, testSecret } from '@koinonia/kit/testing/callers.ts';
import { createTestDatabase } from '@koinonia/kit/testing/database.ts';
import { startIdentityStandIn } from '@koinonia/kit/testing/identity-stand-in.ts';
import { buildGroups } from '../app.ts';
import { groupsConfig } from '../config.ts';
import type { GroupsTables } from '../database/schema.ts';

const log = createLog('silent', 'groups');
type Report = BodyOf<typeof reportAct>;

/** From where an admin acts, as identity says it to groups. */
export const acting = { address: '203.0.113.7', userAgent: 'Firefox' };

/** The groups service on a real database, with a stand-in for identity that records the reports it gets. */
export async function startGroups() {
  const database = await createTestDatabase();
  const bus = createMemoryBus(log);
  const reports: Report[] = [];
  let isAway = false;
  const identity = await startIdentityStandIn({
    routes: (app) =>
      app.route({
        ...routeOf(reportAct),
        handler: async (request, reply) => {
          if (isAway) throw unavailable('the test says so');
          reports.push(request.body);
          return reply.code(204).send();
        },
      }),
  });
  const build = () =>
    buildGroups({
      config: groupsConfig({ DATABASE_URL: database.url, INTERNAL_SECRET: testSecret, IDENTITY_URL: identity.url }),
      log,
      bus,
    });
  const app = await build();
  const db = createDatabase<GroupsTables>({ url: database.url, schema: 'groups', log });

  async function ask(uid: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) {
    const from = { 'user-agent': acting.userAgent, 'x-forwarded-for': acting.address };
    const headers = { ...(await headersOf(uid, 'groups')), ...from };
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.body ? (JSON.parse(answer.body) as unknown) : undefined };
  }

  async function askInternally(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) {
    const headers = await headersOfProcess('groups');
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.body ? (JSON.parse(answer.body) as unknown) : undefined };
  }
  const listFor = async (uid: string) => (await ask(uid, 'GET', '/api/groups')).body as Group[];

  return {
    app,
    build,
    bus,
    /** For changing dates, so that time seems to pass. */
    db,
    identity,
    reports,
    /** Whether identity accepts reports. */
    setAway: (away: boolean) => void (isAway = away),
    admin: () => identity.addPerson(randomUUID(), 'admin'),
    member: () => identity.addPerson(),
    ask,
    askInternally,
    /** The groups that this person gets to see, and their names. */
    listFor,
    namesFor: async (uid: string) => (await listFor(uid)).map(({ name }) => name),
    /** Sets the groups of a person, as identity does for an admin. */
    set: (uid: string, names: unknown, admin: string) =>
      askInternally('POST', `/internal/people/${uid}/groups`, { groups: names, by: admin, ...acting }),
    /** Makes a group as an admin would. */
    async made(admin: string, name: string, isPrivate = false): Promise<Group> {
      const { status, body } = await ask(admin, 'POST', '/api/groups', { name, isPrivate });
      if (status !== 201) throw new Error(`the group was not made: ${status}`);
      return body as Group;
    },
    async close() {
      await Promise.all([app.close(), db.destroy()]);
      await identity.close();
      await database.drop();
    },
  };
}

export type Groups = Awaited<ReturnType<typeof startGroups>>;
