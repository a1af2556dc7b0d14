import { texts } from '../texts.ts';
import type { ReactionPill } from './reactions.ts';

/** So much of a text is said when somebody moves from message to message. */
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

/** What a screen reader says of a message: who, when, what, and what became of it. */
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
