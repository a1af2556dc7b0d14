import { formatTime } from '../../../../lib/format.ts';
import { useChatParts } from '../../chat-context.tsx';
import { fileNameOf } from '../../model/attachment.ts';
import type { Bubble } from '../../model/conversation.ts';
import { messageLabel } from '../../model/message-label.ts';
import type { ReactionPill } from '../../model/reactions.ts';
import { texts } from '../../texts.ts';
import { useMessageActs } from './message-acts.ts';

interface Shown {
  /** The sender's name. */
  readonly name: string;
  readonly deleted: boolean;
  readonly mentionsMe: boolean;
  readonly pills: readonly ReactionPill[];
}

/** The screen reader's label of a bubble; for a deleted message, it says no more than the screen. */
export function useMessageLabel(bubble: Bubble, { name, deleted, mentionsMe, pills }: Shown): string {
  const { uid } = useChatParts();
  const { directory } = useMessageActs();
  const { mine, message, outgoing, attachmentUrl, attachment } = bubble;
  const when = { who: mine ? texts.you : name, when: formatTime(bubble.createdAt) };
  if (deleted) return messageLabel({ ...when, text: texts.messageDeleted, edited: false, mentionsMe, pills });
  const answered = (message ?? outgoing)?.replyTo?.senderId;
  return messageLabel({
    ...when,
    replyTo: answered && (answered === uid ? texts.you : directory.of(answered).displayName),
    attachment:
      attachmentUrl === null && attachment === undefined ? undefined : fileNameOf(attachmentUrl ?? '', attachment),
    text: bubble.text,
    edited: message?.editedAt !== undefined,
    mentionsMe,
    state: outgoing?.state,
    pills,
  });
}
