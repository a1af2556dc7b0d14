import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { followPrinting } from './follow-printing.ts';

/** True while the page is being printed. The printed content is rendered before the browser takes its snapshot. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => followPrinting((now) => flushSync(() => setPrinting(now))), []);
  return printing;
}
