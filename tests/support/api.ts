import { setTimeout as wait } from 'node:timers/promises';
import type { AnswerOf, BodyOf, Call, ParamsOf, QueryOf } from '@koinonia/contracts/call.ts';

/** Ms. A timeout only for requests that never get an answer; generous, because the machine may be busy. */
const patience = 30_000;
/** Ms. */
const askAgainAfter = 250;

/** An answer as it came, whatever its status. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A call of the contract that was refused. */
export class Refused extends Error {
  override name = 'Refused';
  readonly status: number;
  readonly body: unknown;

  constructor(call: string, answer: Answer) {
    super(`${call} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    this.status = answer.status;
    this.body = answer.body;
  }
}

/** No answer, or "not now": the outcome is open, and one can try again. Any other refusal is final. */
export const isOnlyForNow = (error: unknown): boolean => !(error instanceof Refused) || error.status === 503;

/** Asks again, as the pages do, while the failure is only for now and there is still a reason to ask. */
export async function patiently<T>(ask: () => Promise<T>, mayAskAgain: () => boolean): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isOnlyForNow(error) || !mayAskAgain()) throw error;
      await wait(askAgainAfter);
    }
  }
}

type RequestHeaders = Record<string, string>;

export interface Payload<C extends Call> {
  params?: ParamsOf<C>;
  query?: QueryOf<C>;
  body?: BodyOf<C>;
}

/** The product's calls over HTTP, from outside. Rejects only when there is no answer. */
export interface Api {
  request(method: string, path: string, body?: unknown, headers?: RequestHeaders): Promise<Answer>;
  /** A call of the contract, whose answer is validated. Rejects with `Refused` for every failure. */
  call<C extends Call>(call: C, payload?: Payload<C>): Promise<AnswerOf<C>>;
}

/**
 * Calls are spread over the origins; after one that cannot be reached, the next call uses the next origin, as with a
 * browser behind a load balancer. Nothing is retried by itself. A call without an answer ends after `answersWithin` ms.
 */
export function createApi(origins: readonly string[], token: string | null, answersWithin = patience): Api {
  let turn = Math.floor(Math.random() * origins.length);

  async function request(method: string, path: string, body?: unknown, headers: RequestHeaders = {}): Promise<Answer> {
    const origin = origins[turn % origins.length]!;
    try {
      const answer = await fetch(origin + path, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(answersWithin),
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return { status: answer.status, headers: answer.headers, body: parsed(await answer.text()) };
    } catch (error) {
      // When several calls fail together, only the first moves on to the next origin: a second step would lead back.
      if (origins[turn % origins.length] === origin) turn += 1;
      throw error;
    }
  }

  return {
    request,
    async call(call, payload = {}) {
      const path = fillIn(call.path, payload.params as Record<string, string> | undefined) + queryOf(payload.query);
      const answer = await request(call.method, path, payload.body);
      const schema = call.answers[answer.status];
      if (!schema) throw new Refused(`${call.method} ${path}`, answer);
      return schema.parse(answer.body) as never;
    },
  };
}

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function fillIn(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function queryOf(query: unknown): string {
  const entries = Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  return entries.length > 0 ? `?${new URLSearchParams(entries).toString()}` : '';
}
