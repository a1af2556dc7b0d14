import type { HeadRow } from './queries.ts';

/** The last message and change of a chat. */
export const presentHead = ({ id, last_seq: lastSeq, change_seq: changeSeq }: HeadRow) => ({
  id,
  lastSeq,
  ...(changeSeq !== null && changeSeq > 0 && { changeSeq }),
});
