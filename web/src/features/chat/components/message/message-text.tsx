import { mentionsEveryone } from '@koinonia/contracts/chat.ts';
import { useState } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { useChatParts } from '../../chat-context.tsx';
import { everyone } from '../../model/mentions.ts';
import { isEmojiAlone } from '../../model/emoji-alone.ts';
import { foldedParts, isLong, messageParts, type MessagePart } from '../../model/message-parts.ts';
import { texts } from '../../texts.ts';
import { useMessageActs } from './message-acts.ts';
import styles from './message-text.module.css';

interface MessageTextProps {
  text: string;
  mentions?: readonly string[] | undefined;
  mentionsMe: boolean;
}

/**
 * A message's text as it was written: with its own direction and line breaks, addresses as links, and mentions marked.
 * A long one is folded; a few emoji alone are large.
 */
export function MessageText({ text, mentions = [], mentionsMe }: MessageTextProps) {
  const { uid } = useChatParts();
  const { directory } = useMessageActs();
  const [unfolded, setUnfolded] = useState(false);
  const long = isLong(text);
  const mentioned = mentions.map((id) =>
    id === mentionsEveryone ? everyone : { id, name: directory.of(id).displayName },
  );
  const parts = messageParts(text, mentioned);
  const isMine = (ids: readonly string[]) => mentionsMe && (ids.includes(uid) || ids.includes(mentionsEveryone));

  return (
    <>
      <p className={`${styles.text} ${isEmojiAlone(text) ? styles.emoji : ''}`} dir="auto">
        {(long && !unfolded ? foldedParts(parts) : parts).map((part, index) => (
          <Part key={index} part={part} mine={part.kind === 'mention' && isMine(part.ids)} />
        ))}
      </p>
      {long && (
        <Button look="link" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
          {unfolded ? texts.showLess : texts.showMore}
        </Button>
      )}
    </>
  );
}

function Part({ part, mine }: { part: MessagePart; mine: boolean }) {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'mention') return <bdi className={`${styles.mention} ${mine ? styles.me : ''}`}>{part.text}</bdi>;
  return (
    <a href={part.href} target="_blank" rel="noopener noreferrer">
      {part.text}
    </a>
  );
}
