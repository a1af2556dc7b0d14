import { useEffect, useState } from 'react';

/** Milliseconds without a key after which typing has paused. */
const typingPause = 200;

/** What was typed, debounced: it changes once typing has paused, so that not every key asks the server. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), typingPause);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
