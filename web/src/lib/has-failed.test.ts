import { keepPreviousData, onlineManager, QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { hasFailed } from './has-failed.ts';

/** A server whose answers come when the test says so. */
function slowServer() {
  const asked: PromiseWithResolvers<string>[] = [];
  return {
    ask() {
      const one = Promise.withResolvers<string>();
      asked.push(one);
      return one.promise;
    },
    answer: () => asked.at(-1)?.resolve('Ruth'),
    fail: () => asked.at(-1)?.reject(new Error('no network')),
    asked: () => asked.length,
  };
}

/** Parts of a page that show what this server says. */
function aPage() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const server = slowServer();
  const optionsOf = (queryKey: QueryKey) => ({ queryKey, queryFn: server.ask, placeholderData: keepPreviousData });

  /** As a component does: what it draws at first, and what it knows later. */
  function open(...queryKey: string[]) {
    const part = new QueryObserver(queries, optionsOf(queryKey));
    const atFirst = hasFailed(
      part.getOptimisticResult({
        ...queries.defaultQueryOptions(optionsOf(queryKey)),
        _optimisticResults: 'optimistic',
      }),
    );
    const close = part.subscribe(() => {});
    onTestFinished(close);
    return {
      atFirst,
      failed: () => hasFailed(part.getCurrentResult()),
      retry: () => void part.refetch(),
      show: (...other: string[]) => part.setOptions(optionsOf(other)),
      isIdle: () => expect.poll(() => part.getCurrentResult().fetchStatus).toBe('idle'),
      close,
    };
  }
  return { open, server };
}

test('what failed once is loading, not failed, where it is opened again', async () => {
  const { open, server } = aPage();
  const first = open('people');
  expect(first.failed()).toBe(false);
  server.fail();
  await first.isIdle();
  expect(first.failed()).toBe(true);
  first.close();

  const second = open('people');
  expect(server.asked()).toBe(2);
  expect(second.atFirst).toBe(false);
  expect(second.failed()).toBe(false);
  server.fail();
  await second.isIdle();
  expect(second.failed()).toBe(true);
});

test('what failed once waits, and has not failed, where it is opened again without a network', async () => {
  const { open, server } = aPage();
  const first = open('people');
  server.fail();
  await first.isIdle();
  first.close();
  onTestFinished(() => onlineManager.setOnline(true));
  onlineManager.setOnline(false);
  const second = open('people');
  expect(second.atFirst).toBe(false);
  expect(second.failed()).toBe(false);
});

test('what has failed stays failed during a retry, until it is there', async () => {
  const { open, server } = aPage();
  const part = open('people');
  server.fail();
  await part.isIdle();
  part.retry();
  expect(server.asked()).toBe(2);
  expect(part.failed()).toBe(true);
  server.answer();
  await part.isIdle();
  expect(part.failed()).toBe(false);
});

test('earlier results do not hide during a retry that the new ones have failed', async () => {
  const { open, server } = aPage();
  const part = open('people', 'Ruth');
  server.answer();
  await part.isIdle();
  part.show('people', 'Ben');
  expect(part.failed()).toBe(false);
  server.fail();
  await part.isIdle();
  expect(part.failed()).toBe(true);
  part.retry();
  expect(server.asked()).toBe(3);
  expect(part.failed()).toBe(true);

  part.show('people', 'Ruth');
  expect(part.failed()).toBe(false);
});
