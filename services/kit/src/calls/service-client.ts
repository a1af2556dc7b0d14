import type { AnswerOf, BodyOf, Call, ParamsOf } from '@koinonia/contracts/call.ts';
import { ErrorBody, errorStatus, type ErrorCode } from '@koinonia/contracts/errors.ts';
import type { Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';
import type { ZodType } from 'zod';
import {
  type Audience,
  callerHeader,
  type CallerSigner,
  refusedStatementHeader,
  StatementRefused,
} from './caller-statement.ts';
import { AppError } from '../errors.ts';
import { texts } from '../texts.ts';
import { callNodes } from './call-nodes.ts';
import { neverConnected } from './never-connected.ts';
import { requestIdHeader } from '../observing/request-id.ts';
import { currentRequest } from '../observing/request-context.ts';
import type { ServiceNodes } from './service-nodes.ts';

const timeout = 4000;
/** Ms between two parts of a streamed body. */
const streamTimeout = 30_000;

interface Payload<C extends Call> {
  params?: ParamsOf<C>;
  body?: BodyOf<C>;
}

/**
 * Calls another service in the name of this process. When a node refuses the connection or our statement, the next one is
 * called; also when it does not answer or answers 503, unless the call may be carried out only `once`. Throws `unavailable`
 * when none answers, and the service's own `AppError` when it refuses the call.
 */
export interface ServiceClient {
  call<C extends Call>(call: C, payload?: Payload<C>): Promise<AnswerOf<C>>;
  /** The same for large answers: the body as a stream. The caller must read or destroy it. */
  open<C extends Call>(call: C, payload?: Payload<C>): Promise<Readable>;
  /** Also of the nodes. Calls that still wait for an answer fail: a node that hangs must not delay the end of this process. */
  close(): Promise<void>;
}

export function createServiceClient(options: {
  nodes: ServiceNodes;
  audience: Audience;
  /** The name of the calling process, for the other side's log. */
  as: string;
  sign: CallerSigner;
}): ServiceClient {
  const agent = new Agent({ connect: { timeout: 1000 }, headersTimeout: timeout, bodyTimeout: timeout });

  async function ask<Result>(
    call: Call,
    payload: Payload<Call>,
    take: (answer: Dispatcher.ResponseData, schema: ZodType) => Promise<Result>,
    bodyTimeout = timeout,
  ): Promise<Result> {
    const statement = await options.sign({ kind: 'process', name: options.as }, options.audience);
    const outgoing = { call, payload, peer: options.audience, statement, dispatcher: agent, bodyTimeout };
    return callNodes(options.nodes, options.nodes.inOrder(), {
      async call(origin) {
        const answer = await askNode(origin, outgoing);
        const schema = call.answers[answer.statusCode];
        if (schema) return take(answer, schema);
        throw toAppError(await answer.body.json(), Number(answer.headers['retry-after']));
      },
      goesOn(failure) {
        // When a node cannot reach its stores, another node may.
        if (failure instanceof AppError) return failure.code === 'unavailable' && !call.once;
        return !call.once || failure instanceof StatementRefused || neverConnected(failure);
      },
    });
  }

  return {
    call: (call, payload = {}) =>
      ask(call, payload as Payload<Call>, async ({ statusCode, body }, schema) => {
        return schema.parse(statusCode === 204 ? undefined : await body.json()) as never;
      }),
    open: (call, payload = {}) => ask(call, payload as Payload<Call>, async ({ body }) => body, streamTimeout),
    close() {
      options.nodes.close();
      return agent.destroy();
    },
  };
}

interface OutgoingCall {
  call: Call;
  payload: Payload<Call>;
  peer: Audience;
  statement: string;
  dispatcher: Dispatcher;
  bodyTimeout: number;
}

/** Calls one node, as part of the current request's trace. */
async function askNode(origin: string, outgoing: OutgoingCall): Promise<Dispatcher.ResponseData> {
  const { call, payload, peer, statement, dispatcher, bodyTimeout } = outgoing;
  const context = currentRequest();
  const span = context?.span?.call(`${call.method} ${call.path}`, { method: call.method, peer });
  try {
    const answer = await request(origin + fillIn(call.path, payload.params), {
      method: call.method,
      dispatcher,
      bodyTimeout,
      headers: {
        [callerHeader]: statement,
        ...(context && { [requestIdHeader]: context.requestId }),
        ...span?.headers,
        ...(payload.body !== undefined && { 'content-type': 'application/json' }),
      },
      body: payload.body === undefined ? null : JSON.stringify(payload.body),
    });
    const refusedBy = answer.headers[refusedStatementHeader];
    if (refusedBy !== undefined) {
      await answer.body.dump();
      throw new StatementRefused(peer, refusedBy);
    }
    span?.end({ status: answer.statusCode });
    return answer;
  } catch (error) {
    span?.end({ failed: true });
    throw error;
  }
}

function fillIn(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** The service's own refusal, with the time after which our caller, too, may try again. */
function toAppError(body: unknown, retryAfter: number): AppError {
  const told = ErrorBody.safeParse(body);
  if (!told.success || !(told.data.code in errorStatus)) return new AppError('internal', texts.ourFault);
  return new AppError(told.data.code as ErrorCode, told.data.error, retryAfter > 0 ? { retryAfter } : {});
}
