import type { Audience, Caller, CallerSigner } from '@koinonia/kit/calls/caller-statement.ts';
import type { Authenticated } from '@koinonia/kit/auth/recognised.ts';
import type { ServiceNodes } from '@koinonia/kit/calls/service-nodes.ts';
import type { FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import type { Identify } from '../auth/identify.ts';
import type { Limits } from '../limits/limits.ts';
import type { Trunks } from '../trunks/trunks.ts';
import { requestHeaders } from './headers.ts';
import type { Passage } from './passages.ts';
import { isFinalDelete, mayBeRepeated } from './repeatable.ts';
import { countedBody, refuseTooLarge } from './upload-body.ts';

export interface ProxyOptions {
  publicUrl: string;
  identify: Identify;
  sign: CallerSigner;
  limits: Limits;
  nodes: Readonly<Record<Audience, ServiceNodes>>;
  dispatcher: Dispatcher;
  trunks: Trunks;
  onRetry: (service: Audience) => void;
  /** Ms for which a token waits for the answers that are to come with it. */
  firstAnswersWithin: number;
}

export const destinationOf = (service: Audience, { nodes, dispatcher, trunks, onRetry }: ProxyOptions) => ({
  service,
  nodes: nodes[service],
  dispatcher,
  trunks,
  onRetry: () => onRetry(service),
});

export const callerOf = (person: Authenticated | null): Caller =>
  person ? { kind: 'person', uid: person.uid, sessionId: person.sessionId } : { kind: 'anyone' };

/** What is sent to the service for a request of this person. */
export async function outgoingOf(
  request: FastifyRequest,
  passage: Passage,
  person: Authenticated | null,
  sign: CallerSigner,
) {
  const { raw } = request;
  const target = raw.url ?? '';
  const path = target.split('?', 1)[0] ?? '';
  const statement = await sign(callerOf(person), passage.service);
  const { id: requestId } = request;
  const headers = requestHeaders(raw.headers, {
    requestId,
    address: request.ip,
    statement,
    cookies: passage.cookies,
  });
  if (passage.streams) {
    refuseTooLarge(raw, passage.bodyLimit);
    if (raw.headers['content-length'] !== undefined) headers['content-length'] = raw.headers['content-length'];
  }
  return {
    method: request.method,
    target,
    headers,
    trunkHead: passage.byTrunk && isJson(request) ? { statement, requestId } : null,
    body: passage.streams ? countedBody(raw, passage.bodyLimit) : heldBody(request),
    mayBeRepeated: () => mayBeRepeated(request.method, path, passage, heldBody(request)),
    isFinalDelete: () => isFinalDelete(request.method, path),
  };
}

/** Whether the body is declared as JSON. The service refuses all other bodies, with its own message. */
const isJson = (request: FastifyRequest) =>
  heldBody(request) !== null && /^application\/json *(;|$)/i.test(request.headers['content-type'] ?? '');

export const heldBody = (request: FastifyRequest) => (Buffer.isBuffer(request.body) ? request.body : null);
