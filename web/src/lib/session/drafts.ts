import { unsavedWhile } from '../unsaved.ts';
import { createOwnStore } from './own-store.ts';

const drafts = createOwnStore('draft');

unsavedWhile(drafts.holdsOnlyHere);

/** Unfinished texts. */
export const {
  read: readDraft,
  write: writeDraft,
  names: draftNames,
  onElsewhere: onDraftElsewhere,
  clear: clearDrafts,
} = drafts;
