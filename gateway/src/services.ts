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
  return {
    nodes,
    dispatcher,
    requireIdentity: () => Promise.any(nodes.identity.inOrder().map((origin) => requireNodeAlive(origin, dispatcher))),
    async close() {
      for (const each of Object.values(nodes)) each.close();
      // Whoever asked is gone by now; a node that hangs must not hold up the end.
      await dispatcher.destroy();
    },
  };
}

async function requireNodeAlive(origin: string, dispatcher: Dispatcher): Promise<void> {
  const { statusCode, body } = await dispatcher.request({
    origin,
    path: '/healthz',
    method: 'GET',
    headersTimeout: aliveWithin,
    bodyTimeout: aliveWithin,
  });
  await body.dump();
  if (statusCode !== 200) throw unavailable(`${origin} answered ${statusCode}`);
}
