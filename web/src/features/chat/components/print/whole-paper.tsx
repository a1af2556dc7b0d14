import type { Chat } from '@koinonia/contracts/chat.ts';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { WholeChat } from './ask-whole-chat.ts';
import { useOutgoing } from '../../writing/use-outgoing.ts';
import { peopleIn, usePeopleOf } from '../../messages/use-people-of.ts';
import { useChatParts } from '../../chat-context.tsx';
import { conversationItems } from '../../model/conversation.ts';
import { loadPictures, type PicturesSoFar } from './load-pictures.ts';
import { PrintedChat } from './printed-chat.tsx';

interface WholePaperProps {
  chat: Chat;
  title: string;
  gathered: WholeChat;
  onPictures: (soFar: PicturesSoFar) => void;
  /** Called when the names and the pictures are also loaded. */
  onReady: () => void;
}

/**
 * The printed form of a whole chat: outside the page's own layout, and visible only on paper. Memoised, because its
 * thousands of lines must not be rendered again for each picture that is loaded.
 */
export const WholePaper = memo(function WholePaper(props: WholePaperProps) {
  const { chat, title, onPictures, onReady } = props;
  const { messages, whole } = props.gathered;
  const { uid } = useChatParts();
  const waiting = useOutgoing(chat.id);
  // The unsent messages at the start: later ones must not render thousands of lines again.
  const [outgoing] = useState(waiting);
  const items = useMemo(
    () => conversationItems({ messages, outgoing, me: uid, unreadFrom: null }),
    [messages, outgoing, uid],
  );
  const directory = usePeopleOf(chat, messages);
  const named = [...peopleIn(chat, messages)].every((one) => directory.of(one).displayName !== '');
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!named) return;
    const leaving = new AbortController();
    const pictures = [...(place.current?.querySelectorAll('img') ?? [])];
    // It rejects only when the paper is gone.
    loadPictures(pictures, { signal: leaving.signal, onProgress: onPictures }).then(onReady, () => undefined);
    return () => leaving.abort();
  }, [named, onPictures, onReady]);

  return createPortal(
    <div ref={place}>
      <PrintedChat chat={chat} title={title} items={items} directory={directory} extent="all" whole={whole} live />
    </div>,
    document.body,
  );
});
