import type { Audience } from '@koinonia/kit/caller-statement.ts';
import { unavailable } from '@koinonia/kit/errors.ts';
import { createServiceNodes, type ServiceNodes } from '@koinonia/kit/service-nodes.ts';
import { Agent, type Dispatcher } from 'undici';

const connectWithin = 1000;
const aliveWithin = 2000;

/** The services behind the gateway: where their nodes are, and the connections that are kept to them. */
export interface Services {
  readonly nodes: Readonly<Record<Audience, ServiceNodes>>;
  readonly dispatcher: Dispatcher;
  /**
   * Resolves while identity has a node that is alive: without it nobody is let in. The others are not asked: a gateway
   * that were taken out because media is away would take chat along.
   */
  requireIdentity(): Promise<unknown>;
  /** The time that identity goes by, in ms since 1970. */
  timeOfIdentity(): Promise<number>;
  close(): Promise<void>;
}

export function createServices(urls: Readonly<Record<Audience, readonly string[]>>): Services {
  const dispatcher = new Agent({ connect: { timeout: connectWithin } });
  const nodes = {
    identity: createServiceNodes(urls.identity),
    groups: createServiceNodes(urls.groups),
    chat: createServiceNodes(urls.chat),
    media: createServiceNodes(urls.media),
  };
  const askIdentity = () => Promise.any(nodes.identity.inOrder().map((origin) => askAlive(origin, dispatcher)));
  return {
    nodes,
    dispatcher,
    requireIdentity: askIdentity,
    timeOfIdentity: async () => Number((await askIdentity())['now']),
    async close() {
      for (const each of Object.values(nodes)) each.close();
      // Whoever asked is gone by now; a node that hangs must not hold up the end.
      await dispatcher.destroy();
    },
  };
}

/** What a node that is alive says of itself. */
async function askAlive(origin: string, dispatcher: Dispatcher): Promise<Record<string, unknown>> {
  const { statusCode, body } = await dispatcher.request({
    origin,
    path: '/healthz',
    method: 'GET',
    headersTimeout: aliveWithin,
    bodyTimeout: aliveWithin,
  });
  if (statusCode === 200) return (await body.json()) as Record<string, unknown>;
  await body.dump();
  throw unavailable(`${origin} answered ${statusCode}`);
}
