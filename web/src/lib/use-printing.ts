import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** True while the page is being printed. The printed content is rendered before the browser takes its snapshot. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);

  useEffect(() => {
    const paper = matchMedia('print');
    const draw = (now: boolean) => flushSync(() => setPrinting(now));
    const begin = () => draw(true);
    const end = () => draw(false);
    // Some browsers announce printing only as a change of the media query.
    const change = () => draw(paper.matches);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    paper.addEventListener('change', change);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
      paper.removeEventListener('change', change);
    };
  }, []);

  return printing;
}
