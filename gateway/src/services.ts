import type { Audience } from '@koinonia/kit/calls/caller-statement.ts';
import { unavailable } from '@koinonia/kit/errors.ts';
import { createServiceNodes, type ServiceNodes } from '@koinonia/kit/calls/service-nodes.ts';
import { Agent, type Dispatcher } from 'undici';

const connectWithin = 1000;
const answersWithin = 2000;

/** The services behind the gateway: the addresses of their nodes, and the open connections to them. */
export interface Services {
  readonly nodes: Readonly<Record<Audience, ServiceNodes>>;
  readonly dispatcher: Dispatcher;
  /**
   * Resolves while a node of identity is alive: without identity nobody gets in. The others are not checked: if a gateway were
   * taken out of service because media is away, chat would be unreachable too. Those who ask at the same time share one answer.
   */
  requireIdentity(): Promise<unknown>;
  /** Resolves while each service has a node whose stores answer. Those who ask at the same time share one answer. */
  requireStores(): Promise<unknown>;
  /** Identity's time, in ms since 1970. */
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
  const askAny = (of: ServiceNodes, path: string) =>
    Promise.any(of.inOrder().map((origin) => answerOf({ origin, path }, dispatcher)));
  const askIdentity = () => askAny(nodes.identity, '/healthz');
  return {
    nodes,
    dispatcher,
    requireIdentity: shared(askIdentity),
    requireStores: shared(() => Promise.all(Object.values(nodes).map((of) => askAny(of, '/readyz')))),
    timeOfIdentity: async () => Number((await askIdentity())['now']),
    async close() {
      for (const each of Object.values(nodes)) each.close();
      // All callers are gone by now; a node that hangs must not delay the shutdown.
      await dispatcher.destroy();
    },
  };
}

/** While an answer is under way, whoever asks gets the same one. */
function shared<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asking: Promise<Answer> | null = null;
  return () => (asking ??= ask().finally(() => (asking = null)));
}

/** What a node answers about its health. Throws unless it is 200. */
async function answerOf(
  node: { origin: string; path: string },
  dispatcher: Dispatcher,
): Promise<Record<string, unknown>> {
  const { statusCode, body } = await dispatcher.request({
    ...node,
    method: 'GET',
    headersTimeout: answersWithin,
    bodyTimeout: answersWithin,
  });
  if (statusCode === 200) return (await body.json()) as Record<string, unknown>;
  await body.dump();
  throw unavailable(`${node.origin} answered ${statusCode}`);
}
