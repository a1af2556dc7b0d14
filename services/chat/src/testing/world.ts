import { randomUUID } from 'node:crypto';
import type { BroadcastMessage, Chat, Message } from '@koinonia/contracts/chat.ts';
import { signSessionToken } from '@koinonia/kit/auth/session-token.ts';
import type { Bus } from '@koinonia/kit/bus/bus.ts';
import { createMemoryBus } from '@koinonia/kit/bus/memory-bus.ts';
import { createRedisBus } from '@koinonia/kit/bus/redis-bus.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { headersOf, testSecret } from '@koinonia/kit/testing/callers.ts';
import { createTestDatabase } from '@koinonia/kit/testing/database.ts';
import type { FaultyLink } from '@koinonia/kit/testing/faulty-link.ts';
import { type IdentityStandIn, startIdentityStandIn } from '@koinonia/kit/testing/identity-stand-in.ts';
import { startTestIssuer, type TestIssuer } from '@koinonia/kit/testing/issuer.ts';
import { testStores } from '@koinonia/kit/testing/stores.ts';
import { patientUrl } from '@koinonia/kit/testing/patient-url.ts';
import { buildChat } from '../app.ts';
import { chatConfig } from '../config.ts';
import type { ChatDatabase } from '../database/schema.ts';
import { openDatabase } from './database.ts';
import { connectSocket, type LiveSocket } from './live-socket.ts';
import { type MediaStandIn, startMediaStandIn } from './media-stand-in.ts';

export interface Answer<Body> {
  status: number;
  body: Body;
}

/** A running chat service: some nodes on one database, with or without Redis between them. */
export interface World {
  identity: IdentityStandIn;
  media: MediaStandIn;
  issuer: TestIssuer;
  nodes: Node[];
  person(options?: { admin?: boolean }): Person;
  people(count: number): People;
  /** Starts one more node; it reaches its stores through these links, if there are any. */
  startNode(links?: { databaseLink?: FaultyLink; redisLink?: FaultyLink }): Promise<Node>;
  /** For what no call says or does; waits for a lock as long as a test holds it. */
  db: ChatDatabase;
  close(): Promise<void>;
}

export interface Node {
  url: string;
  app: Service;
  bus: Bus;
}

/** A person who calls and connects; to the first node unless another is named. */
export interface Person {
  uid: string;
  sessionId: string;
  token(): Promise<string>;
  call<Body = unknown>(method: string, path: string, body?: unknown, node?: number): Promise<Answer<Body>>;
  send(chatId: string, text: string, more?: object, node?: number): Promise<Answer<Message>>;
  open(others: readonly Person[], more?: object, node?: number): Promise<Answer<Chat>>;
  messages(chatId: string, query?: string, node?: number): Promise<Answer<Message[]>>;
  chats(node?: number): Promise<Chat[]>;
  connect(node?: number, token?: string): Promise<LiveSocket>;
}

interface WorldOptions {
  nodes?: number;
  /** Null for nodes without a Redis. Default: the one of this run. */
  redisUrl?: string | null;
  /** A link through which the nodes reach their database. */
  databaseLink?: FaultyLink;
  /** The nodes wait for their database for a minute. */
  patient?: boolean;
  /** Ms between two looks of a node for events that were lost. */
  sweepEvery?: number;
}

/** As many as were asked for; tests may destructure the first four without a check. */
type People = [Person, Person, Person, Person, ...Person[]];

export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const database = await createTestDatabase();
  const issuer = await startTestIssuer();
  const signIn = { issuer: issuer.url, clientId: issuer.clientId, domain: 'base.example' };
  const identity = await startIdentityStandIn({ signIn });
  const media = await startMediaStandIn();
  const redisUrl = options.redisUrl === undefined ? testStores().redisUrl : (options.redisUrl ?? undefined);
  const databaseUrl = options.patient === true ? patientUrl(database.url) : database.url;
  const nodes: Node[] = [];
  const sockets: LiveSocket[] = [];

  const startNode: World['startNode'] = async ({ databaseLink = options.databaseLink, redisLink } = {}) => {
    const log = createLog('silent', 'chat');
    const ownRedis = redisUrl && (redisLink?.through(redisUrl) ?? redisUrl);
    const bus = ownRedis ? createRedisBus(ownRedis, log) : createMemoryBus(log);
    const config = chatConfig({
      DATABASE_URL: databaseLink?.through(databaseUrl) ?? databaseUrl,
      REDIS_URL: ownRedis,
      IDENTITY_URL: identity.url,
      MEDIA_URL: media.url,
      INTERNAL_SECRET: testSecret,
    });
    const app = await buildChat({ config, log, bus, drainOver: 200, sweepEvery: options.sweepEvery });
    const node = { url: await app.listen({ host: '127.0.0.1', port: 0 }), app, bus };
    nodes.push(node);
    return node;
  };
  await Promise.all(Array.from({ length: options.nodes ?? 1 }, () => startNode()));
  const db = openDatabase(patientUrl(database.url));

  function person({ admin = false } = {}): Person {
    const { uid, sessionId } = identity.startSession(identity.addPerson(randomUUID(), admin ? 'admin' : 'member'));
    const urlOf = (node: number) => nodes[node]!.url;
    const token = async () => (await signSessionToken(testSecret, { uid, sessionId })).token;
    const self: Person = {
      uid,
      sessionId,
      token,
      async call(method, path, body, node = 0) {
        const answer = await fetch(urlOf(node) + path, {
          method,
          headers: {
            ...(await headersOf(uid, 'chat', sessionId)),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
      },
      send: (chatId, text, more = {}, node = 0) => self.call('POST', '/api/chat/send', { chatId, text, ...more }, node),
      open: (others, more = {}, node = 0) =>
        self.call(
          'POST',
          '/api/chat/create',
          { users: others.map((other) => other.uid), isGroup: others.length > 1, ...more },
          node,
        ),
      messages: (chatId, query = '', node = 0) =>
        self.call('GET', `/api/chat/${chatId}/messages${query}`, undefined, node),
      chats: async (node = 0) => (await self.call<Chat[]>('GET', '/api/chat', undefined, node)).body,
      async connect(node = 0, withToken) {
        const socket = await connectSocket(urlOf(node), withToken ?? (await token()));
        sockets.push(socket);
        return socket;
      },
    };
    return self;
  }

  return {
    identity,
    media,
    issuer,
    nodes,
    person,
    people: (count) => Array.from({ length: count }, () => person()) as People,
    startNode,
    db,
    async close() {
      await db.destroy();
      sockets.forEach((socket) => socket.close());
      await Promise.all(
        nodes.map(async ({ app, bus }) => {
          await app.close();
          await bus.close();
        }),
      );
      await identity.close();
      await media.close();
      await issuer.close();
      await database.drop();
    },
  };
}

export const seqsOf = (messages: readonly BroadcastMessage[]) => messages.map(({ seq }) => seq);
export const textsOf = (messages: readonly BroadcastMessage[]) => messages.map(({ text }) => text);
