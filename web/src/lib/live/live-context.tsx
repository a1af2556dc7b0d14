import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { currentToken, sessionTokens } from '../api/request.ts';
import { LiveConnection, type LiveState } from './live-connection.ts';

const LiveContext = createContext<LiveConnection | null>(null);

/** Keeps the page connected while somebody is signed in. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const [live, setLive] = useState<LiveConnection | null>(null);
  useEffect(() => {
    const connection = new LiveConnection({
      token: currentToken,
      tokenRefused: () => sessionTokens.drop(),
      // A person who is no longer let in is signed out when the next token is refused, so ask for one at once.
      sentAway: () => void currentToken().catch(() => undefined),
    });
    setLive(connection);
    void connection.start();
    return () => connection.stop();
  }, []);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** The page's connection; null at the very first render. */
export const useLive = () => use(LiveContext);

const silent: LiveState = { connected: false, trouble: false };
const never = () => () => undefined;

export function useLiveState(): LiveState {
  const live = useLive();
  return useSyncExternalStore(live?.subscribe ?? never, () => live?.snapshot() ?? silent);
}
