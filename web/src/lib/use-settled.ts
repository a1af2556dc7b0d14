import { useEffect, useState } from 'react';

/** Milliseconds after which somebody who types has paused. */
export const typingPause = 200;

/** The value once it has not changed for so many milliseconds: not every key is worth a question to the server. */
export function useSettled<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
