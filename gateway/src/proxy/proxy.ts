import type { Authenticated } from '@koinonia/kit/auth/recognised.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { AppError } from '@koinonia/kit/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../limits/address-key.ts';
import type { Limits } from '../limits/limits.ts';
import { limitByAddress } from '../sign-ins/limit-by-address.ts';
import { requireVisit } from '../sign-ins/visit.ts';
import { bytesOf, discard } from './answer-body.ts';
import { compressed, compressedStream, encodingFor } from './compress.ts';
import { createFirstAnswers } from './first-answers.ts';
import { type Answer, forward } from './forward.ts';
import { answerHeaders } from './headers.ts';
import { createHeldBodies, type HeldBodies, roomOfPeople, roomOfStrangers } from './held-bodies.ts';
import { createNewChatLimit } from './new-chats.ts';
import { destinationOf, heldBody, outgoingOf, type ProxyOptions } from './outgoing.ts';
import type { Passage } from './passages.ts';
import { requirePlainPath } from './plain-path.ts';
import { untilLeft } from './upload-body.ts';

/** Up to this many bytes, an answer is sent in one piece: a stream costs several times as much. */
const heldAnswer = 64 * 1024;
/** Ms. A body may take minutes: if it took longer than this, the caller's access may have ended meanwhile. */
const identifiedFor = 1000;

interface RouteOptions extends ProxyOptions {
  withFirstAnswers: ReturnType<typeof createFirstAnswers>;
  limitNewChats: ReturnType<typeof createNewChatLimit>;
  heldBodies: Readonly<Record<'people' | 'strangers', HeldBodies>>;
}

/** Makes the given passages the only routes to the services. */
export async function registerPassages(app: Service, passages: readonly Passage[], options: ProxyOptions) {
  const withFirstAnswers = createFirstAnswers(passages, options);
  const limitNewChats = createNewChatLimit(options.limits);
  const heldBodies = { people: createHeldBodies(roomOfPeople), strangers: createHeldBodies(roomOfStrangers) };
  const register = (scope: Service, streams: boolean) =>
    passages
      .filter((passage) => passage.streams === streams)
      .forEach((passage) => addRoute(scope, passage, { ...options, withFirstAnswers, limitNewChats, heldBodies }));

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

function addRoute(app: Service, passage: Passage, options: RouteOptions) {
  const people = new WeakMap<FastifyRequest, { person: Authenticated; identifiedAt: number }>();

  async function callerOf(request: FastifyRequest): Promise<Authenticated | null> {
    const caller = people.get(request);
    if (!caller) return null;
    const isRecent = performance.now() - caller.identifiedAt < identifiedFor;
    // What anyone may do, its service does for whoever the cookie still is.
    if (isRecent || passage.access === 'cookie or anyone') return caller.person;
    return options.identify(request.headers, passage.access);
  }

  app.route({
    method: [...passage.methods],
    url: passage.url,
    bodyLimit: passage.bodyLimit,
    async onRequest(request, reply) {
      requirePlainPath(request.raw.url ?? '');
      if (passage.visit) requireVisit(request.headers);
      const person = await options.identify(request.headers, passage.access).catch(async (refusal: unknown) => {
        const isRefused = refusal instanceof AppError && isRefusal(refusal.status);
        if (isRefused) await countRefused(options.limits, request);
        if (isRefused && passage.access === 'cookie or anyone') return null;
        throw refusal;
      });
      if (person) people.set(request, { person, identifiedAt: performance.now() });
      await countCall(options, passage, person?.uid ?? null, request);
      if (passage.streams) return;
      const body = { headers: request.headers, limit: passage.bodyLimit };
      const { people: ofPeople, strangers } = options.heldBodies;
      if (person) ofPeople.hold(body, person.uid, reply.raw);
      else strangers.hold(body, addressKey(request.ip), reply.raw);
    },
    async handler(request, reply) {
      const person = await callerOf(request);
      const signal = passage.streams ? { signal: untilLeft(reply) } : {};
      const outgoing = { ...(await outgoingOf(request, passage, person, options.sign)), ...signal };
      const to = destinationOf(passage.service, options);
      const send = (more?: Record<string, string>) =>
        forward(more ? { ...outgoing, headers: { ...outgoing.headers, ...more } } : outgoing, to);
      const countsChats = passage.limit === 'newChat' && person !== null;
      const answer = await (countsChats ? options.limitNewChats(person.uid, heldBody(request), send) : send());
      // A caller with a cookie may be guessing it; a page that asks without one only learns that nobody is signed in.
      if (passage.access === 'anyone' && request.headers.cookie !== undefined && isRefusal(answer.statusCode)) {
        await countRefused(options.limits, request).catch(async (error: unknown) => {
          await discard(answer);
          throw error;
        });
      }
      const whole = passage.givesToken ? await options.withFirstAnswers(request, answer) : answer;
      return answerWith(request, reply, whole, passage);
    },
  });
}

async function countCall(options: ProxyOptions, passage: Passage, uid: string | null, request: FastifyRequest) {
  const { limits } = options;
  const byAddress = limitByAddress(passage.limit, request.headers.cookie, options.publicUrl);
  if (byAddress) await limits.count(byAddress, addressKey(request.ip));
  if (uid === null) return;
  // Counted together: a send waits for Redis once.
  await Promise.all([limits.count('call', uid), passage.limit === 'send' && limits.count('send', uid)]);
}

const isRefusal = (status: number) => status >= 400 && status < 500;

/** Unknown callers can only be counted by address. Known people are not affected by others at their address. */
const countRefused = (limits: Limits, { ip }: FastifyRequest) => limits.count('refused', addressKey(ip));

async function answerWith(request: FastifyRequest, reply: FastifyReply, answer: Answer, passage: Passage) {
  reply.code(answer.statusCode).headers(answerHeaders(answer.headers, passage));
  const isEmpty = request.method === 'HEAD' || answer.statusCode === 204 || answer.statusCode === 304;
  if (isEmpty) {
    await discard(answer);
    return reply.send();
  }
  const { body } = answer;
  const length = Number(answer.headers['content-length'] ?? Infinity);
  const encoding = mayBeCompressed(passage, answer) ? encodingFor(request.headers['accept-encoding'], length) : null;
  if (encoding) reply.removeHeader('content-length').header('content-encoding', encoding);
  if (!Buffer.isBuffer(body) && length > heldAnswer) {
    return reply.send(encoding ? compressedStream(body, encoding) : body);
  }
  // Returned instead of `reply.send`: Fastify would watch the stream until its end, which costs more than all other steps.
  const bytes = Buffer.isBuffer(body) ? body : await bytesOf(answer);
  return encoding ? compressed(bytes, encoding) : bytes;
}

/**
 * Only what is asked for by token: a foreign page cannot make a browser send one, and so cannot measure by an answer's length
 * what else is in it. Nor can it make a browser get a token with first answers: a POST of another site carries no cookie
 * (SameSite=Lax), its JSON would need permission by CORS, and identity refuses it by `Sec-Fetch-Site` and `Origin`. And the
 * token itself differs each time. Answers to sends are short, and frequent.
 */
const mayBeCompressed = ({ access, byTrunk, givesToken }: Passage, { headers }: Answer) =>
  !byTrunk &&
  (access === 'person' || givesToken) &&
  headers['content-encoding'] === undefined &&
  /^application\/json *(;|$)/i.test(headers['content-type'] ?? '');
