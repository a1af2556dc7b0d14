import { createOwnStore } from './own-store.ts';

/** Unfinished texts. */
export const {
  read: readDraft,
  isOnlyHere: isDraftOnlyHere,
  write: writeDraft,
  names: draftNames,
  onElsewhere: onDraftElsewhere,
  clear: clearDrafts,
} = createOwnStore('draft');
