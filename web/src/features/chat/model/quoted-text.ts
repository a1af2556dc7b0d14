import type { RepliedTo } from '@koinonia/contracts/chat.ts';
import { texts } from '../texts.ts';

/** The words that stand for a message where it is not shown in full. */
export const quotedText = ({ text, deleted }: Pick<RepliedTo, 'text' | 'deleted'>): string =>
  deleted ? texts.messageDeleted : text || texts.attachment;
