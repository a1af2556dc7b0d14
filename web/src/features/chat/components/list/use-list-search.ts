import { useState } from 'react';
import { ListPlace } from './list-place.ts';

/** What is looked for in the list, and the place in it. Outlives the pane, which is away on phones while a chat is open. */
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
