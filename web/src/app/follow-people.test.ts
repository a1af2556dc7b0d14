// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { peopleQuery } from '../lib/people.ts';
import { followPeople } from './follow-people.ts';

type Handler = (payload?: unknown) => void;

let queries: QueryClient;
let events: Map<string, Handler>;
let stop: () => void;
const connect = () => events.get('connect')?.();
/** The staff list is to be fetched again. */
const isOutdated = () => queries.getQueryState(peopleQuery.queryKey)?.isInvalidated;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  queries = new QueryClient();
  events = new Map();
  const on = (event: string, handler: Handler) => (events.set(event, handler), () => {});
  stop = followPeople({ on, onConnected: (handler) => on('connect', handler) }, queries);
  queries.setQueryData(peopleQuery.queryKey, []);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('at the first connection the staff list that has just come is not fetched again, at all others it is', () => {
  connect();
  expect(isOutdated()).toBe(false);
  connect();
  expect(isOutdated()).toBe(true);
});

test('at a first connection that took long the staff list is fetched again', () => {
  vi.setSystemTime(Date.now() + 21_000);
  connect();
  expect(isOutdated()).toBe(true);
});

test('when the network was away before the first connection the staff list is fetched again', () => {
  dispatchEvent(new Event('offline'));
  connect();
  expect(isOutdated()).toBe(true);
});

test('when somebody looks at the page again after a while the staff list is fetched again', () => {
  const lookAgain = () => document.dispatchEvent(new Event('visibilitychange'));
  lookAgain();
  expect(isOutdated()).toBe(false);
  vi.setSystemTime(Date.now() + 21_000);
  lookAgain();
  expect(isOutdated()).toBe(true);
});
