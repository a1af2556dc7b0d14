import { attachmentIndicator, deletedIndicator } from './chat.ts';
import { isVisible } from './common.ts';
import { leftToRight } from './system-lines.ts';

interface Described {
  readonly text: string;
  readonly deleted: boolean;
  readonly systemLine: boolean;
}

/** What the list of chats shows of a message. */
export function messageLine({ text, deleted, systemLine }: Described): string {
  if (deleted) return deletedIndicator;
  if (systemLine) return leftToRight(text);
  return isVisible(text) ? text : attachmentIndicator;
}
