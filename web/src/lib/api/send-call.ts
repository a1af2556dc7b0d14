import type { AnswerOf, BodyOf, Call, ParamsOf, QueryOf } from '@koinonia/contracts/call.ts';
import { errorOf, notTheServers } from './api-error.ts';
import { whileBytesCome } from './while-bytes-come.ts';

type Part<Key extends string, Value> = [Value] extends [undefined] ? { [K in Key]?: undefined } : { [K in Key]: Value };

/** The input of a call: only the parts that the call declares. A form may replace the body, or be left out. */
export type InputOf<C extends Call> = Part<'params', ParamsOf<C>> &
  (undefined extends QueryOf<C> ? { query?: undefined } : { query?: QueryOf<C> }) &
  (BodyOf<C> extends undefined ? { body?: FormData } : { body: BodyOf<C> | FormData }) & {
    /** Ends the call when nobody wants its answer any more. */
    signal?: AbortSignal | undefined;
    /** The entity tag of the answer that the caller has: if it is still the same, the response is a 304 without a body. */
    etag?: string | undefined;
  };

/** The input of `C`, which may be left out when it needs none. */
export type Input<C extends Call> =
  Record<string, never> extends InputOf<C> ? [input?: InputOf<C>] : [input: InputOf<C>];

export interface SendOptions {
  readonly token?: string;
  /** Milliseconds: for the whole call or, if it only reads, without any byte. */
  readonly timeout?: number;
  /** Whether the call changes nothing, like every GET. */
  readonly onlyReads?: boolean;
}

export interface LooseInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly etag?: string | undefined;
}

const entriesOf = (value: unknown) => Object.entries((value ?? {}) as Record<string, unknown>);

/** The address of a call on the page's own server, with its parameters and query. */
export function addressOf(call: Call, input: LooseInput) {
  let path = call.path;
  for (const [name, value] of entriesOf(input.params))
    path = path.replace(`:${name}`, encodeURIComponent(String(value)));
  const search = new URLSearchParams();
  for (const [name, value] of entriesOf(input.query)) if (value !== undefined) search.set(name, String(value));
  const query = String(search);
  return path + (query === '' ? '' : `?${query}`);
}

/** Makes one call and returns the response, whatever its status. Throws the error of `fetch` when no answer comes. */
export function fetchCall(call: Call, input: LooseInput, options: SendOptions): Promise<Response> {
  const headers = new Headers();
  if (options.token !== undefined) headers.set('Authorization', `Bearer ${options.token}`);
  if (input.etag !== undefined) headers.set('If-None-Match', input.etag);
  const form = input.body instanceof FormData;
  if (!form) headers.set('Content-Type', 'application/json');
  const ask = (signal: AbortSignal) =>
    fetch(addressOf(call, input), {
      method: call.method,
      headers,
      credentials: 'same-origin',
      signal,
      ...(form ? { body: input.body } : input.body !== undefined && { body: JSON.stringify(input.body) }),
    });
  const { timeout = 20_000, onlyReads = call.method === 'GET' } = options;
  // Otherwise a long list over a slow network would be aborted and fetched again for ever.
  return onlyReads ? whileBytesCome(ask, timeout, input.signal) : ask(withinTime(timeout, input.signal));
}

/** Aborts after `ms`, or with `signal`. Not by `AbortSignal.any`, which browsers of 2023 lack. */
function withinTime(ms: number, signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(ms);
  if (signal === undefined) return timeout;
  const either = new AbortController();
  for (const one of [timeout, signal]) {
    if (one.aborted) either.abort(one.reason);
    else one.addEventListener('abort', () => either.abort(one.reason), { once: true, signal: either.signal });
  }
  return either.signal;
}

/** The parsed answer. Throws `ApiError` if it is not a success, or not one that the call declares. */
export async function answerOf<C extends Call>(call: C, response: Response): Promise<AnswerOf<C>> {
  if (!response.ok) throw await errorOf(response);
  if (!(response.status in call.answers)) throw notTheServers(response.status);
  return (response.status === 204 ? undefined : await response.json()) as AnswerOf<C>;
}

/** Makes a call that needs nobody to be signed in. */
export async function sendCall<C extends Call>(call: C, ...[input]: Input<C>): Promise<AnswerOf<C>> {
  return answerOf(call, await fetchCall(call, input ?? {}, {}));
}
