import { InfiniteQueryObserver, QueryObserver, type QueryKey } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { moreOf } from './more-of.ts';
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

/** A list of pages of which the first has come. */
async function pagesShown() {
  const queries = new Queries();
  const server = slowServer();
  const observer = new InfiniteQueryObserver(queries, {
    queryKey,
    queryFn: () => server.ask(),
    initialPageParam: 0,
    getNextPageParam: (_page, pages) => pages.length,
    retry: false,
  });
  const end = observer.subscribe(() => {});
  server.answer('first');
  const pages = () => observer.getCurrentResult().data?.pages;
  await vi.waitFor(() => expect(pages()).toEqual(['first 1']));
  return { queries, server, end, pages, more: () => void moreOf(observer.getCurrentResult())?.onMore() };
}

it('lets the next page come that somebody waits for, and then asks again for all', async () => {
  const { queries, server, end, pages, more } = await pagesShown();
  more();
  void queries.invalidateQueries();
  void queries.invalidateQueries();
  server.answer('second');
  await vi.waitFor(() => expect(pages()).toEqual(['first 1', 'second 2']));
  for (const asked of [3, 4]) {
    await vi.waitFor(() => expect(server.asked()).toBe(asked));
    server.answer('newer');
  }
  await vi.waitFor(() => expect(pages()).toEqual(['newer 3', 'newer 4']));
  end();
});

it('asks again for the pages that are there when the next one was wanted before their newer answer', async () => {
  const { queries, server, end, pages, more } = await pagesShown();
  void queries.invalidateQueries();
  await vi.waitFor(() => expect(server.asked()).toBe(2));
  more();
  await vi.waitFor(() => expect(server.asked()).toBe(3));
  server.answer('dropped');
  server.answer('second');
  await vi.waitFor(() => expect(pages()).toEqual(['first 1', 'second 3']));
  for (const asked of [4, 5]) {
    await vi.waitFor(() => expect(server.asked()).toBe(asked));
    server.answer('newer');
  }
  await vi.waitFor(() => expect(pages()).toEqual(['newer 4', 'newer 5']));
  end();
});
