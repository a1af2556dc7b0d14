import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being put on paper. What is to stand there is drawn before the browser looks at it. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);

  useEffect(() => {
    const paper = matchMedia('print');
    const draw = (now: boolean) => flushSync(() => setPrinting(now));
    const begin = () => draw(true);
    const end = () => draw(false);
    // Some browsers tell of paper only as of another screen.
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
