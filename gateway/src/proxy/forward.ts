import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { longestStoring } from '@koinonia/contracts/media.ts';
import { AppError } from '@koinonia/kit/errors.ts';
import { callNodes } from '@koinonia/kit/calls/call-nodes.ts';
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

/** A service, and the ways to its nodes. */
interface Destination {
  readonly service: Audience;
  readonly nodes: ServiceNodes;
  readonly dispatcher: Dispatcher;
  readonly trunks: Trunks;
  readonly onRetry: () => void;
}

/**
 * Sends a request to a node of a service. When a node refused the connection, the next one is always tried, and likewise
 * when it refused our statement; when a node did not answer, only if the call may be repeated. Throws `unavailable` when no
 * node is left.
 */
export async function forward(outgoing: Outgoing, to: Destination): Promise<Answer> {
  let unanswered = 0;
  return callNodes(to.nodes, inOrder(outgoing, to), {
    async call(origin, attempt) {
      if (attempt > 0) to.onRetry();
      const answer = await askNode(origin, outgoing, to);
      return unanswered > 0 && answer.statusCode === 404 && outgoing.isFinalDelete() ? asDeleted(answer) : answer;
    },
    goesOn(failure) {
      // It happened on the browser's side of an upload.
      if (failure instanceof AppError) return false;
      if (neverConnected(failure) || (failure instanceof StatementRefused && isHeld(outgoing))) return true;
      unanswered += 1;
      return unanswered < maxUnanswered && outgoing.mayBeRepeated();
    },
  });
}

/** Calls one node, as part of the current request's trace. */
async function askNode(origin: string, outgoing: Outgoing, { service, trunks, dispatcher }: Destination) {
  const span = currentRequest()?.span?.call(outgoing.method, { method: outgoing.method, peer: service });
  try {
    const trunk = outgoing.trunkHead ? trunks.to(origin) : null;
    const answer: Answer = trunk
      ? await byTrunk(trunk, outgoing, span?.headers)
      : await byHttp(origin, dispatcher, outgoing, span?.headers);
    const refusedBy = answer.headers[refusedStatementHeader];
    if (refusedBy !== undefined) {
      await discard(answer);
      throw new StatementRefused(service, refusedBy);
    }
    span?.end({ status: answer.statusCode });
    return answer;
  } catch (error) {
    span?.end({ failed: true });
    throw error;
  }
}

/** As the node that deleted it would have answered. */
async function asDeleted(answer: Answer): Promise<Answer> {
  await discard(answer);
  return { statusCode: 204, headers: {}, body: Buffer.alloc(0) };
}

/** Whether its body can be sent a second time. */
const isHeld = ({ body }: Outgoing) => body === null || Buffer.isBuffer(body);

/** The nodes in the order in which to try them. */
function inOrder({ trunkHead }: Outgoing, { nodes, trunks }: Destination): string[] {
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
