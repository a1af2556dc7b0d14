import { useEffect, useState } from 'react';

/** Milliseconds without a key after which typing has paused. */
export const typingPause = 200;

/** The debounced value: it changes after `milliseconds` without a change, so that not every key asks the server. */
export function useSettled<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
