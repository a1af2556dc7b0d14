import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startTestIssuer, type TestIssuer } from '@koinonia/kit/testing/issuer.ts';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { serverCore, startScript, stop } from '../processes.ts';
import { startStores, type Stores } from '../stores.ts';
import type { Target, TargetPerson } from '../target.ts';

const checkout = join(import.meta.dirname, '../../..');
const domain = 'base.example';
/** Number of calls in flight while people and chats are created. */
const atOnce = 16;

interface Size {
  chatNodes?: number;
  gateways?: number;
}

/** The whole product in cluster form: one gateway, two chat nodes, the other services, PostgreSQL and Redis. */
export async function startKoinonia(size: Size = {}): Promise<Target> {
  const [stores, issuer] = await Promise.all([startStores(), startTestIssuer({ domain })]);
  const parts = await placed(size);
  const environment = environmentOf(parts, stores, issuer);
  const running = parts.map((part) => {
    const script = join(checkout, part.folder, 'src/server.ts');
    const child = startScript(script, [], { ...environment, PORT: String(part.port) }, serverCore);
    return { ...part, child };
  });
  await Promise.all(running.map(({ port }) => ready(port)));
  const places = running.filter(({ folder }) => folder === 'gateway').map(({ port }) => ({ host: '127.0.0.1', port }));
  const origin = environment.PUBLIC_URL;
  const known: TargetPerson[] = [];

  return {
    name: 'koinonia',
    places,
    sends: 'http',
    postgresUrl: stores.postgresUrl,
    processes: [...running.map(({ name, child, port }) => ({ name, pid: child.pid ?? 0, port })), ...stores.processes],
    async people(count) {
      const missing = Array.from({ length: Math.max(0, count - known.length) }, (_, index) => known.length + index);
      known.push(...(await inTurns(missing, (number) => personOf(origin, issuer, number))));
      return known.slice(0, count);
    },
    openChats: (members) => inTurns(members, (people) => openChat(origin, people)),
    async stop() {
      await Promise.all(running.map(({ child }) => stop(child)));
      await Promise.all([stores.stop(), issuer.close()]);
    },
  };
}

interface Part {
  readonly name: string;
  readonly folder: string;
  readonly port: number;
}

/** The processes, each with its own port. */
function placed({ chatNodes = 2, gateways = 1 }: Size): Promise<Part[]> {
  const many = (count: number, name: string, folder: string) =>
    Array.from({ length: count }, (_, index) => ({ name: `${name} ${index + 1}`, folder }));
  const parts = [
    ...many(gateways, 'gateway', 'gateway'),
    ...many(chatNodes, 'chat', 'services/chat'),
    { name: 'identity', folder: 'services/identity' },
    { name: 'groups', folder: 'services/groups' },
    { name: 'media', folder: 'services/media' },
  ];
  return Promise.all(parts.map(async (part) => ({ ...part, port: await freePort() })));
}

function environmentOf(parts: readonly Part[], stores: Stores, issuer: TestIssuer) {
  const urls = (folder: string) =>
    parts.filter((part) => part.folder === folder).map(({ port }) => `http://127.0.0.1:${port}`);
  return {
    PUBLIC_URL: urls('gateway')[0]!,
    ALLOWED_DOMAIN: domain,
    OIDC_ISSUER: issuer.url,
    GOOGLE_CLIENT_ID: issuer.clientId,
    GOOGLE_CLIENT_SECRET: 'a secret of the bench',
    DATABASE_URL: stores.postgresUrl,
    REDIS_URL: stores.redisUrl,
    DATA_DIR: stores.folder,
    INTERNAL_SECRET: 'known to the processes of this bench only',
    SESSION_SECRET: 'keeps what the sessions of this bench hold',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    // As in the image (infra/docker/Dockerfile, decision 105).
    NODE_OPTIONS: '--max-semi-space-size=4',
    IDENTITY_URL: urls('services/identity').join(),
    GROUPS_URL: urls('services/groups').join(),
    CHAT_URL: urls('services/chat').join(),
    MEDIA_URL: urls('services/media').join(),
  };
}

async function ready(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await wait(100);
  }
  throw new Error(`what should listen on port ${port} did not get ready`);
}

async function personOf(origin: string, issuer: TestIssuer, number: number): Promise<TargetPerson> {
  const about = { sub: randomUUID(), email: `person${number}@${domain}`, name: `Person ${number}` };
  const token = await issuer.sign({ ...about, exp: Math.floor(Date.now() / 1000) + 6 * 3600 });
  const me = (await call(origin, token, 'GET', '/api/me')) as { uid: string };
  return { uid: me.uid, token };
}

async function openChat(origin: string, people: readonly TargetPerson[]): Promise<string> {
  const [first, ...others] = people;
  const body = { users: others.map(({ uid }) => uid), isGroup: people.length > 2, name: `Group ${randomUUID()}` };
  return ((await call(origin, first!.token, 'POST', '/api/chat/create', body)) as { id: string }).id;
}

async function call(origin: string, token: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(origin + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function inTurns<From, To>(all: readonly From[], act: (one: From) => Promise<To>): Promise<To[]> {
  const results: To[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < all.length; index = next++) results[index] = await act(all[index]!);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
