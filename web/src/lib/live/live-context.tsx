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
      // Whoever may not come in any more is led out by the refusal of the next token, so it is asked for at once.
      sentAway: () => void currentToken().catch(() => undefined),
    });
    setLive(connection);
    void connection.start();
    return () => connection.stop();
  }, []);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** The page's connection; null in the very first moment. */
export const useLive = () => use(LiveContext);

const silent: LiveState = { connected: false, trouble: false };
const never = () => () => undefined;

export function useLiveState(): LiveState {
  const live = useLive();
  return useSyncExternalStore(live?.subscribe ?? never, () => live?.snapshot() ?? silent);
}
