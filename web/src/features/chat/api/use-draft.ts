import { useEffect, useState } from 'react';
import { onDraftElsewhere, readDraft, writeDraft } from '../../../lib/session/drafts.ts';

/** The text under this name, kept while it is being written. Another name is another text. */
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

  // Only who writes stores it: a slow window that stored what it heard would bring back what was sent meanwhile.
  function write(text: string) {
    writeDraft(uid, name, text);
    setDraft({ name, text });
  }

  return [now.text, write];
}
