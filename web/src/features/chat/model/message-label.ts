import { texts } from '../texts.ts';
import type { Outgoing } from './conversation.ts';
import type { ReactionPill } from './reactions.ts';

/** Max characters of a text that are read aloud when somebody moves from message to message. */
const mostSaid = 300;

interface MessageLabelParts {
  readonly who: string;
  readonly when: string;
  /** Whose message this one replies to. */
  readonly replyTo?: string | undefined;
  /** The name of the file. */
  readonly attachment?: string | undefined;
  readonly text: string;
  readonly edited: boolean;
  readonly mentionsMe: boolean;
  /** Of a message that is being sent. */
  readonly state?: Outgoing['state'] | undefined;
  readonly pills: readonly ReactionPill[];
}

const reactionSaid = ({ emoji, count, mine }: ReactionPill) => `${emoji} ${count}${mine ? `, ${texts.yoursToo}` : ''}`;

/** The screen reader's label of a message: who, when, what it contains, and what became of it. */
export function messageLabel(message: MessageLabelParts): string {
  const { who, when, replyTo, attachment, text, edited, mentionsMe, state, pills } = message;
  const said = [...text];
  const parts = [
    who,
    when,
    mentionsMe ? texts.mentionsYou : '',
    replyTo === undefined ? '' : `${texts.inReplyTo} ${replyTo}`,
    attachment === undefined ? '' : `${texts.attachment} ${attachment}`.trim(),
    said.length > mostSaid ? `${said.slice(0, mostSaid).join('')}…` : text,
    edited ? texts.edited : '',
    state === undefined ? '' : texts.outgoing[state],
    ...pills.map(reactionSaid),
  ];
  return parts.filter((part) => part !== '').join(', ');
}
