import type { Chat } from '@koinonia/contracts/chat.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { WholeChat } from '../../api/ask-whole-chat.ts';
import { useOutgoing } from '../../api/use-conversation.ts';
import { usePeopleOf } from '../../api/use-people-of.ts';
import { useChatParts } from '../../chat-context.tsx';
import { conversationItems } from '../../model/conversation.ts';
import { PrintedChat } from './printed-chat.tsx';

interface WholePaperProps {
  chat: Chat;
  title: string;
  gathered: WholeChat;
  /** Called when the names and the pictures are also loaded. */
  onReady: () => void;
}

/** The printed form of a whole chat: outside the page's own layout, and visible only on paper. */
export function WholePaper({ chat, title, gathered: { messages, whole }, onReady }: WholePaperProps) {
  const { uid } = useChatParts();
  const waiting = useOutgoing(chat.id);
  // The unsent messages at the start: later ones must not render thousands of lines again.
  const [outgoing] = useState(waiting);
  const items = useMemo(
    () => conversationItems({ messages, outgoing, me: uid, unreadFrom: null }),
    [messages, outgoing, uid],
  );
  const directory = usePeopleOf(chat, messages);
  const named = messages.every(({ senderId }) => directory.of(senderId).displayName !== '');
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!named) return;
    let left = false;
    const pictures = [...(place.current?.querySelectorAll('img') ?? [])];
    void Promise.all(pictures.map(settledPicture)).then(() => {
      if (!left) onReady();
    });
    return () => void (left = true);
  }, [named, onReady]);

  return createPortal(
    <div ref={place}>
      <PrintedChat chat={chat} title={title} items={items} directory={directory} extent="all" whole={whole} live />
    </div>,
    document.body,
  );
}

/** Resolves when the picture is loaded or has failed: a browser that prints does not wait for pictures. */
const settledPicture = (picture: HTMLImageElement) =>
  new Promise<void>((resolve) => {
    if (picture.complete) return resolve();
    picture.addEventListener('load', () => resolve());
    picture.addEventListener('error', () => resolve());
  });
