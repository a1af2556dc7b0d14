import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** How far each page was scrolled, by its entry in the history. */
const places = new Map<string, number>();

/** For the element in which all pages scroll: a new page begins at its top, and Back leads to where one was. */
export function useScrollPlace() {
  const element = useRef<HTMLElement>(null);
  const { key } = useLocation();
  const way = useNavigationType();

  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    if (way === NavigationType.Push) current.scrollTop = 0;
    if (way === NavigationType.Pop) current.scrollTop = places.get(key) ?? 0;
    const remember = () => places.set(key, current.scrollTop);
    // The same page goes on under another key, and may never be scrolled again.
    if (way === NavigationType.Replace) remember();
    current.addEventListener('scroll', remember, { passive: true });
    return () => current.removeEventListener('scroll', remember);
  }, [key, way]);

  return element;
}
