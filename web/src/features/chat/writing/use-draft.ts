import { useEffect, useState } from 'react';
import { drafts } from '../../../lib/session/own-stores.ts';

const stored = (uid: string, name: string) => ({ name, text: drafts.read(uid, name) });

/** The draft under this name, stored as it is typed. */
export function useDraft(uid: string, name: string): [string, (text: string) => void] {
  const [draft, setDraft] = useState(() => stored(uid, name));
  const now = draft.name === name ? draft : stored(uid, name);
  if (now !== draft) setDraft(now);

  useEffect(
    () =>
      drafts.onElsewhere(uid, (changed) => {
        if (changed === now.name) setDraft(stored(uid, changed));
      }),
    [uid, now.name],
  );

  // Only the window where somebody types stores the draft: a slow one that stored what it receives would restore a sent
  // text.
  function write(text: string) {
    drafts.write(uid, name, text);
    setDraft({ name, text });
  }

  return [now.text, write];
}
