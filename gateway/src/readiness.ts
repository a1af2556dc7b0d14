import { unavailable } from '@koinonia/kit/errors.ts';
import type { ServiceNodes } from '@koinonia/kit/service-nodes.ts';
import type { Dispatcher } from 'undici';

const answerWithin = 2000;

/** Resolves when at least one node of the service is alive; rejects otherwise. */
export async function requireAlive(nodes: ServiceNodes, dispatcher: Dispatcher): Promise<void> {
  await Promise.any(nodes.inOrder().map((origin) => requireNodeAlive(origin, dispatcher)));
}

async function requireNodeAlive(origin: string, dispatcher: Dispatcher): Promise<void> {
  const { statusCode, body } = await dispatcher.request({
    origin,
    path: '/healthz',
    method: 'GET',
    headersTimeout: answerWithin,
    bodyTimeout: answerWithin,
  });
  await body.dump();
  if (statusCode !== 200) throw unavailable(`${origin} answered ${statusCode}`);
}
