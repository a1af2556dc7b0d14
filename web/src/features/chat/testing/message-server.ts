import type { Message } from '@koinonia/contracts/chat.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tokenAnswer } from '../../../lib/testing/token-answer.ts';
import { range } from './messages.ts';

/** Stands in for the product's server, for the messages of one chat. */
export class MessageServer {
  readonly stored = new Map<number, Message>();
  /** The queries of all calls for messages. */
  readonly asked: string[] = [];
  /** Away: calls get no answer. Failing: they get an error. Refusing: only members may make them. */
  network: 'here' | 'away' | 'failing' | 'refusing' = 'here';
  /** The number of calls answered with an error. */
  failures = 0;
  #hold: (() => Promise<void>) | undefined;

  /** Back to 700 messages and no calls. */
  beginAnew() {
    this.stored.clear();
    for (const one of range(1, 700)) this.stored.set(one.seq, one);
    this.network = 'here';
    this.#hold = undefined;
    this.asked.length = 0;
    this.failures = 0;
  }

  /** Holds back the answer to the next call. */
  holdNext() {
    const come = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    this.#hold = () => {
      this.#hold = undefined;
      come.resolve();
      return free.promise;
    };
    return { come: come.promise, letGo: free.resolve };
  }

  readonly answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://here');
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname.endsWith('/token')) return json(200, tokenAnswer());
    this.asked.push(url.search);
    const page = this.#pageOf(url.searchParams);
    await this.#hold?.();
    if (this.network === 'away') return response.destroy();
    if (this.network === 'here') return json(200, page);
    this.failures += 1;
    return this.network === 'refusing'
      ? json(403, { error: 'forbidden', code: 'forbidden' })
      : json(503, { error: 'away', code: 'unavailable' });
  };

  #pageOf(query: URLSearchParams): Message[] {
    const all = [...this.stored.values()];
    const [limit, after, around] = ['limit', 'after', 'around'].map((key) => Number(query.get(key) ?? NaN));
    const changes = query.get('changedAfter');
    if (changes !== null) return all.filter(({ changeSeq = 0 }) => changeSeq > Number(changes));
    const first = all.findIndex(({ seq }) => seq > (after ?? NaN) || seq > (around ?? NaN) - (limit ?? 0) / 2);
    return first < 0 ? all.slice(-(limit ?? 0)) : all.slice(first, first + (limit ?? 0));
  }
}
