import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { useLive, useLiveState } from '../../../lib/live/live-context.tsx';
import { meQuery } from '../../../lib/me.ts';

const whileWithoutSocket = 5_000;

/** Refetches the console's data when somebody has changed something; every few seconds while there is no socket. */
export function useConsoleSync() {
  const queries = useQueryClient();
  const live = useLive();
  const { trouble } = useLiveState();

  useEffect(() => {
    const refresh = () => void queries.invalidateQueries({ queryKey: ['admin'] });
    const ends = (['usersChanged', 'groupsChanged', 'userUpdated', 'resync', 'connect'] as const).map((event) =>
      live?.on(event, refresh),
    );
    return () => ends.forEach((end) => end?.());
  }, [live, queries]);

  useEffect(() => {
    if (!trouble) return;
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: ['admin'] }), whileWithoutSocket);
    return () => clearInterval(timer);
  }, [trouble, queries]);
}

/** A refusal may mean that this person is no longer an admin: check that at once. */
export function useRefusal(error: Error | null) {
  const queries = useQueryClient();
  useEffect(() => {
    if (wasRefused(error, 403)) void queries.invalidateQueries({ queryKey: meQuery.queryKey });
  }, [error, queries]);
}
