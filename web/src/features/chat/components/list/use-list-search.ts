import { useState } from 'react';
import { ListPlace } from './list-place.ts';

/**
 * The search words of the list, and its scroll position. They outlive the pane, which phones unmount while a chat is
 * open.
 */
export function useListSearch() {
  const [words, setWords] = useState('');
  const [place] = useState(() => new ListPlace());
  return {
    words,
    place,
    onWords(wanted: string) {
      setWords(wanted);
      if (wanted.trim() === '') place.narrowed(undefined);
    },
  };
}
