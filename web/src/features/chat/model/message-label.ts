import { texts } from '../texts.ts';
import type { ReactionPill } from './reactions.ts';

/** Max characters of a text that are read out when somebody moves from message to message. */
const mostSaid = 300;

interface MessageLabelParts {
  readonly who: string;
  readonly when: string;
  readonly text: string;
  readonly edited: boolean;
  readonly mentionsMe: boolean;
  readonly pills: readonly ReactionPill[];
}

const reactionSaid = ({ emoji, count, mine }: ReactionPill) => `${emoji} ${count}${mine ? `, ${texts.yoursToo}` : ''}`;

/** The screen reader's label of a message: who, when, the text, and its edits and reactions. */
export function messageLabel({ who, when, text, edited, mentionsMe, pills }: MessageLabelParts): string {
  const said = [...text];
  const parts = [
    who,
    when,
    mentionsMe ? texts.mentionsYou : '',
    said.length > mostSaid ? `${said.slice(0, mostSaid).join('')}…` : text,
    edited ? texts.edited : '',
    ...pills.map(reactionSaid),
  ];
  return parts.filter((part) => part !== '').join(', ');
}
