import type { Authenticated } from '@koinonia/kit/auth/recognised.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import type { Audience, Caller, CallerSigner } from '@koinonia/kit/calls/caller-statement.ts';
import { AppError, unavailable } from '@koinonia/kit/errors.ts';
import type { ServiceNodes } from '@koinonia/kit/calls/service-nodes.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import type { Identify } from '../auth/identify.ts';
import { addressKey } from '../limits/address-key.ts';
import type { Limits } from '../limits/limits.ts';
import { createNewChatLimit } from '../limits/new-chats.ts';
import { compressed, compressedStream, encodingFor } from './compress.ts';
import { discard } from './discard.ts';
import { type Answer, forward } from './forward.ts';
import { answerHeaders, requestHeaders } from './headers.ts';
import type { Trunks } from '../trunks/trunks.ts';
import type { Passage } from './passages.ts';
import { requirePlainPath } from './plain-path.ts';
import { mayBeRepeated } from './repeatable.ts';
import { countedBody, refuseTooLarge } from './upload-body.ts';
import { requireVisit } from './visit.ts';

/** Up to this many bytes, an answer is sent in one piece: a stream costs several times as much. */
const heldAnswer = 64 * 1024;

export interface ProxyOptions {
  identify: Identify;
  sign: CallerSigner;
  limits: Limits;
  nodes: Readonly<Record<Audience, ServiceNodes>>;
  dispatcher: Dispatcher;
  trunks: Trunks;
  onRetry: (service: Audience) => void;
}

/** Makes the given passages the only routes to the services. */
export async function registerPassages(app: Service, passages: readonly Passage[], options: ProxyOptions) {
  const register = (scope: Service, streams: boolean) =>
    passages.filter((passage) => passage.streams === streams).forEach((passage) => addRoute(scope, passage, options));

  await app.register(async (scope) => {
    // Bytes, whatever their content type: only the service knows which types it accepts.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    register(scope, false);
  });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    register(scope, true);
  });
}

function addRoute(app: Service, passage: Passage, options: ProxyOptions) {
  const people = new WeakMap<FastifyRequest, Authenticated>();
  const limitNewChats = createNewChatLimit(options.limits);

  app.route({
    method: [...passage.methods],
    url: passage.url,
    bodyLimit: passage.bodyLimit,
    async onRequest(request) {
      requirePlainPath(request.raw.url ?? '');
      if (passage.limit === 'signIn') requireVisit(request.headers);
      const person = await options.identify(request.headers, passage.access).catch(async (refusal: unknown) => {
        if (refusal instanceof AppError && isRefusal(refusal.status)) await countRefused(options.limits, request);
        throw refusal;
      });
      if (person) people.set(request, person);
      await countCall(options.limits, passage, person?.uid ?? null, request.ip);
    },
    async handler(request, reply) {
      const person = people.get(request) ?? null;
      const outgoing = await outgoingOf(request, passage, person, options.sign);
      const to = {
        service: passage.service,
        nodes: options.nodes[passage.service],
        dispatcher: options.dispatcher,
        trunks: options.trunks,
        onRetry: () => options.onRetry(passage.service),
      };
      const send = () => forward(outgoing, to);
      const sendWith = (more: Record<string, string>) =>
        forward({ ...outgoing, headers: { ...outgoing.headers, ...more } }, to);
      const countsChats = passage.limit === 'newChat' && person !== null;
      const answer = await (countsChats ? limitNewChats(person.uid, heldBody(request), sendWith) : send());
      // A caller with a cookie may be guessing it; a page that asks without one only learns that nobody is signed in.
      if (passage.access === 'anyone' && request.headers.cookie !== undefined && isRefusal(answer.statusCode)) {
        await countRefused(options.limits, request).catch(async (error: unknown) => {
          await discard(answer);
          throw error;
        });
      }
      return answerWith(request, reply, answer, passage);
    },
  });
}

async function countCall(limits: Limits, passage: Passage, uid: string | null, address: string): Promise<void> {
  if (passage.limit === 'signIn') await limits.count('signIn', addressKey(address));
  if (uid === null) return;
  // Counted together: a send waits for Redis once.
  await Promise.all([limits.count('call', uid), passage.limit === 'send' && limits.count('send', uid)]);
}

const isRefusal = (status: number) => status >= 400 && status < 500;

/** Unknown callers can only be counted by address. Known people are not affected by others at their address. */
const countRefused = (limits: Limits, { ip }: FastifyRequest) => limits.count('refused', addressKey(ip));

async function outgoingOf(request: FastifyRequest, passage: Passage, person: Authenticated | null, sign: CallerSigner) {
  const { raw } = request;
  const target = raw.url ?? '';
  const path = target.split('?', 1)[0] ?? '';
  const caller: Caller = person ? { kind: 'person', uid: person.uid, sessionId: person.sessionId } : { kind: 'anyone' };
  const statement = await sign(caller, passage.service);
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
  };
}

/** Whether the body is declared as JSON. The service refuses all other bodies, with its own message. */
const isJson = (request: FastifyRequest) =>
  heldBody(request) !== null && /^application\/json *(;|$)/i.test(request.headers['content-type'] ?? '');

const heldBody = (request: FastifyRequest) => (Buffer.isBuffer(request.body) ? request.body : null);

async function answerWith(request: FastifyRequest, reply: FastifyReply, answer: Answer, passage: Passage) {
  reply.code(answer.statusCode).headers(answerHeaders(answer.headers, passage));
  const isEmpty = request.method === 'HEAD' || answer.statusCode === 204 || answer.statusCode === 304;
  if (isEmpty) {
    await discard(answer);
    return reply.send();
  }
  if (Buffer.isBuffer(answer.body)) return answer.body;
  const length = Number(answer.headers['content-length'] ?? Infinity);
  const encoding = mayBeCompressed(passage, answer) ? encodingFor(request.headers['accept-encoding'], length) : null;
  if (length > heldAnswer) {
    if (encoding) reply.removeHeader('content-length').header('content-encoding', encoding);
    return reply.send(encoding ? compressedStream(answer.body, encoding) : answer.body);
  }
  // Returned instead of `reply.send`: Fastify would watch the stream until its end, which costs more than all other steps.
  const bytes = await answer.body.bytes().catch((cause: unknown) => {
    throw unavailable(cause);
  });
  if (!encoding) return bytes;
  const smaller = await compressed(bytes, encoding);
  reply.removeHeader('content-length').header('content-encoding', encoding);
  return smaller;
}

/**
 * Only what is asked for by token: a foreign page cannot make a browser send one, and so cannot measure by an answer's length
 * what else is in it.
 */
const mayBeCompressed = ({ access }: Passage, { headers }: Answer) =>
  access === 'person' &&
  headers['content-encoding'] === undefined &&
  /^application\/json *(;|$)/i.test(headers['content-type'] ?? '');
