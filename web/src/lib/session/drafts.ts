import { drafts } from './own-stores.ts';

export const { read: readDraft, write: writeDraft, names: draftNames, onElsewhere: onDraftElsewhere } = drafts;
