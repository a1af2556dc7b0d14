import { useEffect, useRef, useState } from 'react';

/**
 * What somebody types, if it is stored elsewhere a moment later, such as in the page's address: a field that showed only what
 * is stored would lose letters, its cursor, and what an input method composes. A stored value that was not typed here
 * replaces it.
 */
export function useTyped(stored: string, store: (typed: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(stored);
  /** What was typed here and is not stored yet, in order. */
  const onTheWay = useRef<string[]>([]);

  useEffect(() => {
    const place = onTheWay.current.indexOf(stored);
    if (place === -1) setTyped(stored);
    onTheWay.current.splice(0, place === -1 ? Infinity : place + 1);
  }, [stored]);

  function type(text: string) {
    onTheWay.current.push(text);
    setTyped(text);
    store(text);
  }

  return [typed, type];
}
