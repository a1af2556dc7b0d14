import { useState } from 'react';
import { ListPlace } from './list-place.ts';

/** The search words and scroll position of the list. They outlive the pane, which phones unmount. */
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
