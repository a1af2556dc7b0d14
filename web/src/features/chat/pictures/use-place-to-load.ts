import { useEffect, useRef, useState, type RefObject } from 'react';
import { createPlaces } from './places.ts';

/**
 * Max pictures that load at the same time. Over HTTP/1.1 a browser opens six connections, and on a slow line a message
 * must not wait until the pictures of its chat have come.
 */
const takePlace = createPlaces(3);

/** Within a screen of what is shown. A browser that does not know `scrollMargin` waits until it is shown. */
const near = { rootMargin: '100%', scrollMargin: '100%' };

/**
 * Whether a picture may load: at once, or when it is near the screen and few others are loading. One that leaves the
 * screen before its turn waits no longer. `end` lets the next one load.
 */
export function usePlaceToLoad(element: RefObject<Element | null>, atOnce: boolean) {
  const [mayLoad, setMayLoad] = useState(atOnce);
  const leave = useRef<() => void>(undefined);
  const end = () => leave.current?.();

  useEffect(() => {
    if (element.current === null || atOnce) return;
    const observer = new IntersectionObserver((changes) => {
      leave.current?.();
      if (changes.at(-1)?.isIntersecting === true) leave.current = takePlace(begin);
    }, near);
    function begin() {
      observer.disconnect();
      setMayLoad(true);
    }
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      leave.current?.();
    };
  }, [element, atOnce]);

  return { mayLoad, end };
}
