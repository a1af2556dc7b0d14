import type { Me } from '@koinonia/contracts/identity.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveConnection } from '../lib/live/live-connection.ts';
import { meQuery, showMe } from '../lib/me.ts';
import { peopleQuery } from '../lib/people.ts';

/** Milliseconds. No event reports what changes between an answer and the connection. */
const stillNew = 20_000;

/** Keeps this person and the staff list in step with the server. Returns how to end it. */
export function followPeople(live: Pick<LiveConnection, 'on' | 'onConnected'>, queries: QueryClient): () => void {
  let wasOffline = false;
  let wasConnected = false;
  const over = new AbortController();
  addEventListener('offline', () => (wasOffline = true), { signal: over.signal });

  const refresh = () => void queries.invalidateQueries({ queryKey: meQuery.queryKey });
  const refreshPeople = () => void queries.invalidateQueries({ queryKey: peopleQuery.queryKey });
  const refreshAll = () => {
    refresh();
    refreshPeople();
  };
  /** The page has only just fetched everyone, or is about to. */
  const isNew = () => {
    const people = queries.getQueryState(peopleQuery.queryKey);
    return people?.fetchStatus !== 'idle' || Date.now() - people.dataUpdatedAt < stillNew;
  };

  /** Nothing tells a member of a colleague's new name. */
  const lookedAtAgain = () => {
    if (document.visibilityState === 'visible' && !isNew()) refreshPeople();
  };
  document.addEventListener('visibilitychange', lookedAtAgain, { signal: over.signal });

  const ends = [
    live.on('userUpdated', (updated) => showMe(queries, () => updated as Me)),
    live.on('usersChanged', refreshPeople),
    live.on('groupsChanged', refresh),
    live.on('resync', refreshAll),
    live.onConnected(() => {
      if (wasConnected || wasOffline || !isNew()) refreshAll();
      else refresh();
      wasConnected = true;
    }),
  ];
  return () => {
    over.abort();
    for (const end of ends) end();
  };
}
