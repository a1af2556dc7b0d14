import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { longestStoring } from '@koinonia/contracts/media.ts';
import { AppError, unavailable } from '@koinonia/kit/errors.ts';
import { type Audience, refusedStatementHeader, StatementRefused } from '@koinonia/kit/calls/caller-statement.ts';
import { neverConnected } from '@koinonia/kit/calls/never-connected.ts';
import { currentRequest } from '@koinonia/kit/observing/request-context.ts';
import type { ServiceNodes } from '@koinonia/kit/calls/service-nodes.ts';
import type { CallHead } from '@koinonia/kit/trunk/trunk-frames.ts';
import type { Dispatcher } from 'undici';
import type { Trunk } from '../trunks/trunk.ts';
import type { Trunks } from '../trunks/trunks.ts';
import { discard } from './answer-body.ts';

/** A service's answer. A body that arrived whole is given as bytes. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | Dispatcher.ResponseData['body'];
}

/** Ms in which a node must begin its answer. An upload gets longer: it is looked at, and then goes on to the file store. */
const answerWithin = { held: 10_000, streamed: 60_000 + longestStoring * 1000 } as const;
/** Ms for which a call may be under way without a byte from or to the browser: more than any that is waited for. */
export const silentFor = answerWithin.streamed + 60_000;
const bodyWithin = 30_000;
/** A call that hangs on one node after another must not be retried without end: the person is waiting. */
const maxUnanswered = 2;

export interface Outgoing {
  readonly method: Dispatcher.HttpMethod;
  /** Path and query, unchanged. */
  readonly target: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer | AsyncIterable<Buffer> | null;
  /** The part of the call that a trunk needs besides the body; null for a call that always goes by HTTP. */
  readonly trunkHead: CallHead | null;
  /** Ends the call, as when its sender has left; without, it goes on. */
  readonly signal?: AbortSignal;
  /** Whether the call may be sent again when it is unknown whether a node carried it out. */
  readonly mayBeRepeated: () => boolean;
  /** Whether a 404 to its repeat means that the first node has deleted it. */
  readonly isFinalDelete: () => boolean;
}

/**
 * Sends a request to a node of a service. When a node refused the connection, the next one is always tried, and likewise
 * when it refused our statement; when a node did not answer, only if the call may be repeated. Throws `unavailable` when no
 * node is left.
 */
export async function forward(
  outgoing: Outgoing,
  to: { service: Audience; nodes: ServiceNodes; dispatcher: Dispatcher; trunks: Trunks; onRetry: () => void },
): Promise<Answer> {
  let unanswered = 0;
  let failure: unknown;
  for (const [attempt, origin] of inOrder(outgoing, to).entries()) {
    if (attempt > 0) to.onRetry();
    const done = to.nodes.begin(origin);
    const span = currentRequest()?.span?.call(outgoing.method, { method: outgoing.method, peer: to.service });
    try {
      const trunk = outgoing.trunkHead ? to.trunks.to(origin) : null;
      const answer = trunk
        ? await byTrunk(trunk, outgoing, span?.headers)
        : await byHttp(origin, to.dispatcher, outgoing, span?.headers);
      const refusedBy = answer.headers[refusedStatementHeader];
      if (refusedBy !== undefined) {
        await discard(answer);
        throw new StatementRefused(to.service, refusedBy);
      }
      span?.end({ status: answer.statusCode });
      if (unanswered > 0 && answer.statusCode === 404 && outgoing.isFinalDelete()) return await asDeleted(answer);
      return answer;
    } catch (error) {
      span?.end({ failed: true });
      // A failure on the browser's side of an upload is not the node's fault.
      if (error instanceof AppError) throw error;
      to.nodes.reportFailure(origin);
      failure = error;
      if (neverConnected(error) || (error instanceof StatementRefused && isHeld(outgoing))) continue;
      unanswered += 1;
      if (unanswered === maxUnanswered || !outgoing.mayBeRepeated()) break;
    } finally {
      done();
    }
  }
  throw unavailable(failure);
}

/** As the node that deleted it would have answered. */
async function asDeleted(answer: Answer): Promise<Answer> {
  await discard(answer);
  return { statusCode: 204, headers: {}, body: Buffer.alloc(0) };
}

/** Whether its body can be sent a second time. */
const isHeld = ({ body }: Outgoing) => body === null || Buffer.isBuffer(body);

/** The nodes in the order in which to try them. */
function inOrder({ trunkHead }: Outgoing, { nodes, trunks }: { nodes: ServiceNodes; trunks: Trunks }): string[] {
  const leastLoaded = nodes.inOrder();
  const gathering = trunkHead && trunks.gatheringAt(leastLoaded);
  return gathering ? nodes.inOrder((origin) => (origin === gathering ? 0 : 1)) : leastLoaded;
}

type TraceHeaders = Readonly<Record<string, string>> | undefined;

function byHttp(origin: string, dispatcher: Dispatcher, outgoing: Outgoing, trace: TraceHeaders): Promise<Answer> {
  const within = isHeld(outgoing) ? answerWithin.held : answerWithin.streamed;
  return dispatcher.request({
    origin,
    method: outgoing.method,
    path: outgoing.target,
    headers: { ...outgoing.headers, ...trace },
    // undici accepts any async iterable as a body, but its types allow only streams.
    body: outgoing.body as Buffer | Readable | null,
    signal: outgoing.signal ?? null,
    headersTimeout: within,
    bodyTimeout: bodyWithin,
  });
}

async function byTrunk(trunk: Trunk, { trunkHead, body }: Outgoing, trace: TraceHeaders): Promise<Answer> {
  const head = { ...(trunkHead as CallHead), trace };
  const answer = await trunk.call(head, body as Buffer, answerWithin.held);
  const headers: IncomingHttpHeaders = { 'content-type': 'application/json; charset=utf-8' };
  if (answer.retryAfter !== undefined) headers['retry-after'] = String(answer.retryAfter);
  if (answer.statementRefused) headers[refusedStatementHeader] = 'chat' satisfies Audience;
  return { statusCode: answer.status, headers, body: answer.body };
}
