import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLive, useLiveState } from '../../../lib/live/live-context.tsx';

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
    // On a slow line, an answer may take longer than that: it is waited for.
    const ask = () => void queries.invalidateQueries({ queryKey: ['admin'] }, { cancelRefetch: false });
    const timer = setInterval(ask, whileWithoutSocket);
    return () => clearInterval(timer);
  }, [trouble, queries]);
}
