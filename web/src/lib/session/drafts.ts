import { createOwnStore } from './own-store.ts';

/** Unfinished texts. */
export const {
  read: readDraft,
  write: writeDraft,
  names: draftNames,
  onElsewhere: onDraftElsewhere,
  clear: clearDrafts,
} = createOwnStore('draft');
