import { QueryObserver, type QueryKey } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { Queries } from './queries.ts';

const queryKey: QueryKey = ['groups'];

/** A server whose answers come when the test says so; each is the number of the request. */
function slowServer() {
  const waiting: ((answer: string | Error) => void)[] = [];
  let asked = 0;
  return {
    ask(): Promise<string> {
      const question = ++asked;
      return new Promise((resolve, reject) => {
        waiting.push((answer) => (answer instanceof Error ? reject(answer) : resolve(`${answer} ${question}`)));
      });
    },
    answer: (answer: string | Error) => waiting.shift()?.(answer),
    asked: () => asked,
  };
}

function shown() {
  const queries = new Queries();
  const server = slowServer();
  const end = new QueryObserver(queries, { queryKey, queryFn: () => server.ask(), retry: false }).subscribe(() => {});
  return { queries, server, end };
}

it('asks again when the first answer may be older than a change, once for many changes', async () => {
  const { queries, server, end } = shown();
  void queries.invalidateQueries({ queryKey });
  void queries.invalidateQueries();
  server.answer('old');
  await vi.waitFor(() => expect(server.asked()).toBe(2));
  server.answer('new');
  await vi.waitFor(() => expect(queries.getQueryData(queryKey)).toBe('new 2'));
  expect(queries.getQueryState(queryKey)?.fetchStatus).toBe('idle');
  expect(server.asked()).toBe(2);
  end();
});

it('takes what nobody looks at any more for out of date', async () => {
  const { queries, server, end } = shown();
  end();
  void queries.invalidateQueries({ queryKey });
  server.answer('old');
  await vi.waitFor(() => expect(queries.getQueryData(queryKey)).toBe('old 1'));
  await vi.waitFor(() => expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true));
});

it('does not ask again after a failure, nor when the answer on its way is new enough', async () => {
  const { queries, server, end } = shown();
  void queries.invalidateQueries({ queryKey });
  server.answer(new Error('no network'));
  await vi.waitFor(() => expect(queries.getQueryState(queryKey)?.status).toBe('error'));
  void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
  void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
  server.answer('new');
  await vi.waitFor(() => expect(queries.getQueryData(queryKey)).toBe('new 2'));
  expect(server.asked()).toBe(2);
  end();
});
