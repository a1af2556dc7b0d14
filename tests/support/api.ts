import type { AnswerOf, BodyOf, Call, ParamsOf, QueryOf } from '@koinonia/contracts/call.ts';

/** Ms. Nobody who only wants an answer gives up sooner, on a machine that may be busy. */
const patience = 30_000;

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

type RequestHeaders = Record<string, string>;

export interface Payload<C extends Call> {
  params?: ParamsOf<C>;
  query?: QueryOf<C>;
  body?: BodyOf<C>;
}

/** The product's calls over HTTP, from outside. Rejects only when no answer came. */
export interface Api {
  request(method: string, path: string, body?: unknown, headers?: RequestHeaders): Promise<Answer>;
  /** A call of the contract, its answer checked against it. Rejects with `Refused` for every failure. */
  call<C extends Call>(call: C, payload?: Payload<C>): Promise<AnswerOf<C>>;
}

/**
 * Calls are spread over the origins; one that cannot be reached is followed by the next at the next call, as with a
 * browser behind a balancer. Nothing is repeated by itself. Who waits longer than `answersWithin` ms gets no answer.
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
      // Several calls that fail together leave the same origin once: twice would lead back to it.
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
