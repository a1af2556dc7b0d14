import type { BusEvent, BusTopic } from '@koinonia/contracts/bus-events.ts';
import { createGroup } from '@koinonia/contracts/groups.ts';
import { resolvePerson } from '@koinonia/contracts/identity-internal.ts';
import { createMemoryBus } from '@koinonia/kit/bus/memory-bus.ts';
import { createDatabase } from '@koinonia/kit/stores/database.ts';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { listen } from '@koinonia/kit/process/listen.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { createTestBrowser } from '@koinonia/kit/testing/browser.ts';
import { headersOf, headersOfAnyone, headersOfProcess, testSecret } from '@koinonia/kit/testing/callers.ts';
import { createTestDatabase } from '@koinonia/kit/testing/database.ts';
import { startTestIssuer } from '@koinonia/kit/testing/issuer.ts';
import { patientUrl } from '@koinonia/kit/testing/patient-url.ts';
import { buildIdentity } from '../app.ts';
import { identityConfig } from '../config.ts';
import type { IdentityTables } from '../database/schema.ts';
import { startGroups } from './groups-process.ts';

const log = createLog('silent', 'identity');
export const publicUrl = 'http://localhost:8080';

/** The identity service with its real neighbours: PostgreSQL, the groups service and an OpenID issuer. */
export async function startIdentity(environment: Record<string, string> = {}) {
  const database = await createTestDatabase();
  // Groups and identity need each other's address.
  const identityPort = await freePort();
  const identityUrl = `http://127.0.0.1:${identityPort}`;
  const [groups, issuer] = await Promise.all([startGroups(database.url, identityUrl), startTestIssuer()]);
  const bus = createMemoryBus(log);
  const build = async (overrides: Record<string, string> = {}, port = 0) => {
    const config = identityConfig({
      PUBLIC_URL: publicUrl,
      ALLOWED_DOMAIN: 'base.example',
      ADMIN_EMAILS: 'ruth@base.example',
      OIDC_ISSUER: issuer.url,
      GOOGLE_CLIENT_ID: issuer.clientId,
      GOOGLE_CLIENT_SECRET: 'a secret of the issuer',
      DATABASE_URL: database.url,
      GROUPS_URL: groups.url,
      INTERNAL_SECRET: testSecret,
      SESSION_SECRET: 'a secret that outlives every restart of the tests',
      ...environment,
      ...overrides,
    });
    const app = await buildIdentity({ config, log, bus });
    const url = await listen(app, { host: '127.0.0.1', port }, log);
    return { app, url, publicUrl: config.publicUrl };
  };
  const first = await build({}, identityPort);
  const db = createDatabase<IdentityTables>({ url: patientUrl(database.url), schema: 'identity', log });

  return {
    ...first,
    build,
    /** A node that waits for a lock as long as a test holds it. */
    buildPatient: () => build({ DATABASE_URL: patientUrl(database.url) }),
    issuer,
    bus,
    /** For checks that need the database, and for changing dates so that time seems to pass. */
    db,
    groupsUrl: groups.url,
    stopGroups: groups.stop,
    /** On the same port as before. */
    startGroupsAgain: () => startGroups(database.url, identityUrl, new URL(groups.url).port),
    /** Makes a group as this admin would; returns its id. */
    async makeGroup(admin: string, name: string, isPrivate = false): Promise<string> {
      const answer = await fetch(`${groups.url}/api/groups`, {
        method: 'POST',
        headers: { ...(await headersOf(admin, 'groups')), 'content-type': 'application/json' },
        body: JSON.stringify({ name, isPrivate }),
      });
      return createGroup.answers[201].parse(await answer.json()).id;
    },
    /** Renames or deletes a group as this admin would. */
    async changeGroup(admin: string, id: string, name: string | null): Promise<void> {
      const headers = await headersOf(admin, 'groups');
      await fetch(`${groups.url}/api/groups/${id}`, {
        method: name === null ? 'DELETE' : 'PATCH',
        headers: { ...headers, ...(name !== null && { 'content-type': 'application/json' }) },
        body: name === null ? null : JSON.stringify({ name }),
      });
    },
    heard: <Topic extends BusTopic>(topic: Topic) => {
      const events: BusEvent<Topic>[] = [];
      bus.subscribe(topic, (event) => events.push(event));
      return events;
    },
    async stop() {
      await first.app.close();
      await Promise.all([groups.stop(), issuer.close(), db.destroy()]);
      await database.drop();
    },
  };
}

export type Identity = Awaited<ReturnType<typeof startIdentity>>;

/** A browser that calls a node, with the headers that the gateway adds to a public call. */
export const browserAt = (node: { url: string; publicUrl: string }, added: Record<string, string> = {}) =>
  createTestBrowser({
    from: node.publicUrl,
    to: node.url,
    headers: async () => ({ ...(await headersOfAnyone('identity')), 'x-forwarded-for': '203.0.113.7', ...added }),
  });

/** A call of a person, as the gateway forwards it. */
export async function askAs(
  uid: string,
  node: { url: string },
  call: { method?: string; path: string; body?: unknown; sessionId?: string },
) {
  const answer = await fetch(node.url + call.path, {
    method: call.method ?? 'GET',
    headers: {
      ...(await headersOf(uid, 'identity', call.sessionId ?? null)),
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0',
      'x-forwarded-for': '203.0.113.7',
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
    },
    body: call.body === undefined ? null : JSON.stringify(call.body),
  });
  return told(answer);
}

/** An internal call of one of our own processes. */
export async function askInternally(node: { url: string }, path: string, body?: unknown) {
  const answer = await fetch(node.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(await headersOfProcess('identity')), 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return told(answer);
}

async function told(answer: Response): Promise<{ status: number; body: unknown }> {
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  return { status: answer.status, body: isJson ? JSON.parse(text) : text || undefined };
}

/** Creates the person of this account at the issuer; returns their uid. */
export async function known(identity: Identity, account: string, name = account): Promise<string> {
  const { body } = await askInternally(identity, '/internal/people/resolve', {
    issuer: identity.issuer.url,
    subject: `sub-of-${account}`,
    email: `${account}@base.example`,
    name,
    picture: '',
  });
  return resolvePerson.answers[200].parse(body).uid;
}
