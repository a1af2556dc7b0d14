import type { AnswerOf, BodyOf, Call, ParamsOf } from '@koinonia/contracts/call.ts';
import { ErrorBody, errorStatus, type ErrorCode } from '@koinonia/contracts/errors.ts';
import { Agent, request } from 'undici';
import { type Audience, callerHeader, type CallerSigner } from './caller-statement.ts';
import { AppError, unavailable } from './errors.ts';
import type { ServiceNodes } from './service-nodes.ts';

const timeout = 4000;

interface Payload<C extends Call> {
  params?: ParamsOf<C>;
  body?: BodyOf<C>;
}

/**
 * Asks another service in the name of this process. Every internal call may be repeated, so a node that refuses or
 * does not answer is followed by the next. Throws `unavailable` when none answers, and the service's own `AppError`
 * when it refuses.
 */
export interface ServiceClient {
  call<C extends Call>(call: C, payload?: Payload<C>): Promise<AnswerOf<C>>;
  /** Calls that still wait for an answer fail: a node that hangs must not hold up the end of this process. */
  close(): Promise<void>;
}

export function createServiceClient(options: {
  nodes: ServiceNodes;
  audience: Audience;
  /** The name of the process that asks, for the other side's log. */
  as: string;
  sign: CallerSigner;
}): ServiceClient {
  const agent = new Agent({ connect: { timeout: 1000 }, headersTimeout: timeout, bodyTimeout: timeout });

  return {
    async call(call, payload = {}) {
      const statement = await options.sign({ kind: 'process', name: options.as }, options.audience);
      const path = fillIn(call.path, payload.params as Record<string, string> | undefined);
      let failure: unknown;
      for (const origin of options.nodes.inOrder()) {
        const done = options.nodes.begin(origin);
        try {
          const answer = await request(origin + path, {
            method: call.method,
            dispatcher: agent,
            headers: {
              [callerHeader]: statement,
              ...(payload.body !== undefined && { 'content-type': 'application/json' }),
            },
            body: payload.body === undefined ? null : JSON.stringify(payload.body),
          });
          const body: unknown = answer.statusCode === 204 ? undefined : await answer.body.json();
          const schema = call.answers[answer.statusCode];
          if (schema) return schema.parse(body) as never;
          failure = toAppError(body);
          // A node whose stores are away may have a neighbour that reaches them.
          if (answer.statusCode !== 503) throw failure;
        } catch (error) {
          if (error instanceof AppError && error.code !== 'unavailable') throw error;
          options.nodes.reportFailure(origin);
          failure = error;
        } finally {
          done();
        }
      }
      throw failure instanceof AppError ? failure : unavailable(failure);
    },
    close: () => agent.destroy(),
  };
}

function fillIn(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function toAppError(body: unknown): AppError {
  const told = ErrorBody.safeParse(body);
  if (!told.success || !(told.data.code in errorStatus)) return new AppError('internal', 'Something went wrong.');
  return new AppError(told.data.code as ErrorCode, told.data.error);
}
