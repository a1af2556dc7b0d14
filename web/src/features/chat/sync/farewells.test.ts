import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { farewellTo, forgetFarewell, isFarewellSaid } from './farewells.ts';

/** Leaves a chat as the page does; the test says when and how that ends. */
function leave(queries: QueryClient, chatId: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const mutation = new MutationObserver(queries, { mutationKey: farewellTo(chatId), mutationFn: () => promise });
  const over = mutation.mutate().catch(() => undefined);
  return { left: () => (resolve(), over), failed: () => (reject(new Error('refused')), over) };
}

test('a farewell counts from its beginning until the chat is open again', async () => {
  const queries = new QueryClient();
  expect(isFarewellSaid(queries, 'boats')).toBe(false);
  const { left } = leave(queries, 'boats');
  forgetFarewell(queries, 'boats');
  expect(isFarewellSaid(queries, 'boats')).toBe(true);
  await left();
  expect(isFarewellSaid(queries, 'boats')).toBe(true);
  expect(isFarewellSaid(queries, 'kitchen')).toBe(false);
  forgetFarewell(queries, 'boats');
  expect(isFarewellSaid(queries, 'boats')).toBe(false);
});

test('a farewell that the server refused is none', async () => {
  const queries = new QueryClient();
  await leave(queries, 'boats').failed();
  expect(isFarewellSaid(queries, 'boats')).toBe(false);
});
