import type { Call } from '@koinonia/contracts/call.ts';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Caller, PersonCaller } from './caller-statement.ts';
import { callerHeader } from './caller-statement.ts';
import { forbidden, unauthenticated } from './errors.ts';

/** A call of the contracts as the first half of a Fastify route: where it is and what it validates. */
export function routeOf<C extends Call>(call: C) {
  return {
    method: call.method,
    url: call.path,
    schema: {
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(call.body && { body: call.body }),
      response: call.answers,
    } as {
      params: C['params'];
      querystring: C['query'];
      body: C['body'];
      response: C['answers'];
    },
  };
}

const callers = new WeakMap<FastifyRequest, Caller>();

/** A hook that lets nothing in without a valid statement of the caller. For a whole service or a part of one. */
export function requireStatement(verify: (statement: string | undefined) => Promise<Caller>): onRequestHookHandler {
  return async (request) => {
    const statement = request.headers[callerHeader];
    callers.set(request, await verify(typeof statement === 'string' ? statement : undefined));
  };
}

/** The person who is calling. 403 for one of our own processes: what belongs to a person is not theirs to ask. */
export function callerOf(request: FastifyRequest): PersonCaller {
  const caller = callers.get(request);
  if (!caller) throw unauthenticated('the route is behind no statement');
  if (caller.kind === 'anyone') throw unauthenticated('the call is a public one');
  if (caller.kind !== 'person') throw forbidden();
  return caller;
}

/** Lets through our own processes only: for `/internal`. */
export const requireProcess: onRequestHookHandler = async (request) => {
  if (callers.get(request)?.kind !== 'process') throw forbidden();
};
