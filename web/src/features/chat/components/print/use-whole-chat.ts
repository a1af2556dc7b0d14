import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { askWholeChat, type WholeChat } from './ask-whole-chat.ts';

/** The messages once all are loaded; until then their number so far, or 'failed'. */
export type Gathered = WholeChat | { readonly count: number } | 'failed';

/** Loads a whole chat while the component is mounted; `ask` loads it again after a failure. */
export function useWholeChat(chatId: string, most: number): { gathered: Gathered; ask: () => void } {
  const [gathered, setGathered] = useState<Gathered>({ count: 0 });
  const asking = useRef<AbortController>(null);

  const ask = useCallback(() => {
    const { signal } = (asking.current = new AbortController());
    setGathered({ count: 0 });
    askWholeChat(chatId, { most, signal, onProgress: (count) => setGathered({ count }) }).then(
      // A transition, because rendering thousands of lines must not block the page.
      (all) => startTransition(() => setGathered(all)),
      () => {
        if (!signal.aborted) setGathered('failed');
      },
    );
  }, [chatId, most]);

  useEffect(() => {
    ask();
    return () => asking.current?.abort();
  }, [ask]);

  return { gathered, ask };
}
