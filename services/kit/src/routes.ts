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
  return personAmong(caller);
}

/** The caller, who must be a person. */
export function personAmong(caller: Caller): PersonCaller {
  if (caller.kind === 'anyone') throw unauthenticated('the call is a public one');
  if (caller.kind !== 'person') throw forbidden();
  return caller;
}

/** A person who is calling, and from where: for what is recorded. */
export type Actor = PersonCaller & { readonly address: string; readonly userAgent: string };

/** As `callerOf`, with where the call came from: the gateway takes away what browsers say of it and puts what it saw. */
export function actorOf(request: FastifyRequest): Actor {
  return { ...callerOf(request), ...sourceOf(request) };
}

/** From which address and with which program a request came. */
export function sourceOf(request: FastifyRequest): { address: string; userAgent: string } {
  const forwarded = request.headers['x-forwarded-for'];
  const address = typeof forwarded === 'string' ? forwarded : request.ip;
  return { address: address.slice(0, 64), userAgent: (request.headers['user-agent'] ?? '').slice(0, 1000) };
}

/** Lets through our own processes only: for `/internal`. */
export const requireProcess: onRequestHookHandler = async (request) => {
  if (callers.get(request)?.kind !== 'process') throw forbidden();
};
