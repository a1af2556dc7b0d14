import { useEffect, useState } from 'react';
import { onDraftElsewhere, readDraft, writeDraft } from '../../../lib/session/drafts.ts';

/** The draft under this name, stored as it is typed. */
export function useDraft(uid: string, name: string): [string, (text: string) => void] {
  const [draft, setDraft] = useState(() => ({ name, text: readDraft(uid, name) }));
  const now = draft.name === name ? draft : { name, text: readDraft(uid, name) };
  if (now !== draft) setDraft(now);

  useEffect(
    () =>
      onDraftElsewhere(uid, (changed) => {
        if (changed === now.name) setDraft({ name: changed, text: readDraft(uid, changed) });
      }),
    [uid, now.name],
  );

  // Only the window where somebody types stores the draft: a slow one that stored what it heard would restore a sent
  // text.
  function write(text: string) {
    writeDraft(uid, name, text);
    setDraft({ name, text });
  }

  return [now.text, write];
}
