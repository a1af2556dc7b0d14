import { useEffect, useState } from 'react';
import { onDraftElsewhere, readDraft, writeDraft } from '../../../lib/session/drafts.ts';

/** The text under this name, kept while it is being written. Another name is another text. */
export function useDraft(uid: string, name: string): [string, (text: string) => void] {
  const [draft, setDraft] = useState(() => ({ name, text: readDraft(uid, name) }));
  const now = draft.name === name ? draft : { name, text: readDraft(uid, name) };
  if (now !== draft) setDraft(now);

  useEffect(() => writeDraft(uid, now.name, now.text), [uid, now.name, now.text]);

  useEffect(
    () => onDraftElsewhere(uid, now.name, () => setDraft({ name: now.name, text: readDraft(uid, now.name) })),
    [uid, now.name],
  );

  return [now.text, (text) => setDraft({ name, text })];
}
