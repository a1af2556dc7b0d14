import type { AnswerOf, BodyOf, Call, ParamsOf } from '@koinonia/contracts/call.ts';

/** The product answered a call with an error. */
export class Refused extends Error {
  override name = 'Refused';
  readonly status: number;

  constructor(call: Call, status: number, text: string) {
    super(`${call.method} ${call.path} answered ${status}: ${text}`);
    this.status = status;
  }
}

export type Ask = <C extends Call>(
  call: C,
  payload?: { params?: ParamsOf<C>; body?: BodyOf<C> },
) => Promise<AnswerOf<C>>;

/** The calls of the running product, with this token. Rejects with `Refused` for every answer except success. */
export function createAsk(origin: string, token: string | null): Ask {
  return async (call, { params = {}, body } = {}) => {
    const path = call.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent((params as Record<string, string>)[name] ?? ''),
    );
    const answer = await fetch(origin + path, {
      method: call.method,
      signal: AbortSignal.timeout(15_000),
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const schema = call.answers[answer.status];
    if (!schema) throw new Refused(call, answer.status, text.slice(0, 200));
    return schema.parse(text === '' ? undefined : JSON.parse(text)) as never;
  };
}
