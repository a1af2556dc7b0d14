import { setTimeout as wait } from 'node:timers/promises';
import type { Call } from '@koinonia/contracts/call.ts';
import { type FirstCall, firstCalls } from '@koinonia/contracts/gateway.ts';
import { getSessionToken, SessionToken } from '@koinonia/contracts/identity.ts';
import type { Authenticated } from '@koinonia/kit/auth/recognised.ts';
import type { FastifyRequest } from 'fastify';
import { bytesOf, discard } from './answer-body.ts';
import { type Answer, forward } from './forward.ts';
import { requestHeaders } from './headers.ts';
import { callerOf, destinationOf, heldBody, type ProxyOptions } from './outgoing.ts';
import type { Passage } from './passages.ts';

/** Most bytes of an answer that comes with a token: it is held in memory. A page gets a longer one when it asks for it. */
const longest = 512 * 1024;

interface Brought {
  readonly body: Uint8Array;
  readonly etag: string | undefined;
}

interface Asked {
  readonly name: FirstCall;
  /** Null for one that failed or is late. */
  readonly answer: Brought | null;
}

/**
 * Counts a token as a call of its person, and adds the answers that its request names, each the same as the page would get
 * with this token: by the same passage, and counted too. What fails, is late or too long is left out; the page then asks.
 */
export function createFirstAnswers(passages: readonly Passage[], options: ProxyOptions) {
  async function ask({ id, ip }: FastifyRequest, call: Call, person: Authenticated): Promise<Brought | null> {
    const passage = passages.find(({ url }) => url === call.path);
    if (passage?.access !== 'person') return null;
    await options.limits.count('call', person.uid);
    const statement = await options.sign(callerOf(person), passage.service);
    const outgoing = {
      method: call.method,
      target: call.path,
      headers: requestHeaders({}, { requestId: id, address: ip, statement, cookies: false }),
      body: null,
      trunkHead: null,
      mayBeRepeated: () => true,
      isFinalDelete: () => false,
    };
    const answer = await forward(outgoing, destinationOf(passage.service, options));
    const isFit = answer.statusCode === 200 && Number(answer.headers['content-length'] ?? Infinity) <= longest;
    if (isFit) return { body: await bytesOf(answer), etag: answer.headers.etag };
    await discard(answer);
    return null;
  }

  return async function withFirstAnswers(request: FastifyRequest, given: Answer): Promise<Answer> {
    if (given.statusCode !== 200) return given;
    const bytes = Buffer.from(await bytesOf(given));
    const { data } = SessionToken.safeParse(parsed(bytes.toString()));
    if (data === undefined) return { ...given, body: bytes };
    await options.limits.count('call', data.uid);
    const wanted = wantedBy(heldBody(request));
    if (wanted.length === 0) return { ...given, body: bytes };
    const tooLate = wait(options.firstAnswersWithin, null, { ref: false });
    const identified = options.identify({ authorization: `Bearer ${data.token}` }, 'person');
    const asking = wanted.map(async (name): Promise<Asked> => {
      const answer = identified.then((person) => person && ask(request, firstCalls[name], person));
      return { name, answer: await Promise.race([answer, tooLate]).catch(() => null) };
    });
    const body = together(bytes, await Promise.all(asking));
    return { ...given, headers: { ...given.headers, 'content-length': String(body.length) }, body };
  };
}

const isKnown = (name: string): name is FirstCall => Object.hasOwn(firstCalls, name);

function wantedBy(body: Buffer | null): FirstCall[] {
  const { data } = getSessionToken.body.safeParse(parsed(body?.toString() ?? ''));
  return [...new Set(data?.answers?.filter(isKnown))];
}

/** Undefined for what is not JSON: identity refuses it, and gives no token. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON put together as bytes: nobody needs to read long lists here. */
function together(token: Uint8Array, asked: readonly Asked[]): Buffer {
  const parts: Uint8Array[] = [token.subarray(0, token.lastIndexOf('}'.charCodeAt(0)))];
  let before = ',"answers":{';
  for (const { name, answer } of asked) {
    if (answer === null) continue;
    parts.push(Buffer.from(`${before}"${name}":`), answer.body);
    before = ',';
  }
  const tags = Object.fromEntries(asked.map(({ name, answer }) => [name, answer?.etag]));
  return Buffer.concat([...parts, Buffer.from(before === ',' ? `},"tags":${JSON.stringify(tags)}}` : '}')]);
}
