import type { Call } from '@koinonia/contracts/call.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Caller, CallerVerifier, PersonCaller } from '../calls/caller-statement.ts';
import { callerHeader, refusedStatementHeader } from '../calls/caller-statement.ts';
import { forbidden, unauthenticated } from '../errors.ts';

/** Turns a call of the contracts into the first half of a Fastify route: its path and its validation. */
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

/**
 * Refuses requests without a valid caller statement in this part of the service, and at addresses that the service does not
 * have: from a 404, the caller would not learn that it reached the wrong service.
 */
export function requireStatements(app: FastifyInstance, inside: FastifyInstance, verify: CallerVerifier): void {
  inside.addHook('onRequest', (request, reply) => takeCaller(request, reply, verify));
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) await takeCaller(request, reply, verify);
  });
}

async function takeCaller(request: FastifyRequest, reply: FastifyReply, verify: CallerVerifier): Promise<void> {
  const statement = request.headers[callerHeader];
  const caller = await verify(typeof statement === 'string' ? statement : undefined).catch((error: unknown) => {
    void reply.header(refusedStatementHeader, verify.audience);
    throw error;
  });
  callers.set(request, caller);
}

/** The calling person. 403 for one of our own processes: they may not ask for a person's own things. */
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

/**
 * Returns a check whether the caller still waits for the answer. One that has given up may have asked another node instead,
 * and others may have changed the same thing since. It cannot be known when a handler begins, which may be before the end of
 * the connection is read, but once the handler has waited for something, such as a lock.
 */
export const callerWaits = (request: FastifyRequest) => (): boolean => !request.socket.destroyed;

/** A calling person with their address and program, for the audit log. */
export type Actor = PersonCaller & { readonly address: string; readonly userAgent: string };

/** As `callerOf`, plus the origin of the call: the gateway replaces what browsers claim by what it saw itself. */
export function actorOf(request: FastifyRequest): Actor {
  return { ...callerOf(request), ...sourceOf(request) };
}

/** The address and the program that sent a request. */
export function sourceOf(request: FastifyRequest): { address: string; userAgent: string } {
  const forwarded = request.headers['x-forwarded-for'];
  const address = typeof forwarded === 'string' ? forwarded : request.ip;
  return { address: address.slice(0, 64), userAgent: (request.headers['user-agent'] ?? '').slice(0, 1000) };
}

/** Accepts our own processes only: for `/internal`. */
export const requireProcess: onRequestHookHandler = async (request) => {
  if (callers.get(request)?.kind !== 'process') throw forbidden();
};
