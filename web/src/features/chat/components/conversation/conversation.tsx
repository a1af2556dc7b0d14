import { useMemo, useState } from 'react';
import { useDay } from '../../../../lib/use-day.ts';
import { useChatLog } from '../../messages/use-chat-log.ts';
import { usePeopleOf } from '../../messages/use-people-of.ts';
import { useAddressedMessage } from '../../scrolling/use-addressed-message.ts';
import { useUnreadDivider } from '../../reading/use-unread-divider.ts';
import { useOutgoing } from '../../writing/use-outgoing.ts';
import { useSend, type Written } from '../../writing/use-send.ts';
import { useChatParts } from '../../chat-context.tsx';
import { conversationItems } from '../../model/conversation.ts';
import { messagesToShow } from '../../model/message-log.ts';
import { Composer } from '../composer/composer.tsx';
import { TypingLine } from '../presence/typing-line.tsx';
import { MessageActsProvider } from '../message/message-acts-provider.tsx';
import { PrintedChatPlace } from '../print/printed-chat-place.tsx';
import { ConversationEmpty } from './conversation-empty.tsx';
import { ConversationHeader, type ConversationHeaderProps } from './conversation-header.tsx';
import { MessageList } from './message-list.tsx';

export function Conversation({ chat, face, ...ways }: ConversationHeaderProps) {
  const { uid, openedChats, chosen } = useChatParts();
  const chatMessages = openedChats.of(chat.id);
  const chatLog = useChatLog(chat.id);
  const outgoing = useOutgoing(chat.id);
  const send = useSend(chat.id);
  const isSending = outgoing.some(({ state }) => state !== 'refused');
  const { unreadFrom, unreadAfter, clear: clearDivider } = useUnreadDivider(chat, chatLog, isSending);
  const { drop } = useAddressedMessage();
  const [written, setWritten] = useState(0);

  const messages = useMemo(() => messagesToShow(chatLog.log, uid), [chatLog.log, uid]);
  const directory = usePeopleOf(chat, messages);
  const { live } = chatLog.log;
  // In another time zone, days begin between other messages.
  const day = useDay();
  const items = useMemo(
    () => conversationItems({ messages, outgoing: live ? outgoing : [], me: uid, unreadFrom, unreadAfter }),
    // oxlint-disable-next-line react/memo-dependencies, react-hooks/exhaustive-deps
    [messages, outgoing, live, uid, unreadFrom, unreadAfter, day],
  );

  // Messages written here before the others have loaded must not look like the whole chat.
  const notHere = items.length === 0 || chatLog.status !== 'ready';
  const retry = () => chatMessages.open().catch(() => undefined);

  function sendWritten(words: Written) {
    send(words, chosen.of(chat.id));
    setWritten((times) => times + 1);
    chosen.clear(chat.id);
    clearDivider();
    drop();
    // A new message appears at the newest end.
    void chatMessages.toNewest({ written: true });
  }

  return (
    <>
      <ConversationHeader chat={chat} face={face} {...ways} />
      <MessageActsProvider chat={chat} directory={directory}>
        {notHere && <ConversationEmpty status={chatLog.status} onRetry={retry} above={items.length > 0} />}
        {items.length > 0 && (
          <MessageList chat={chat} chatLog={chatLog} items={items} directory={directory} day={day} written={written} />
        )}
        <TypingLine chatId={chat.id} directory={directory} />
        <Composer chatId={chat.id} onSend={sendWritten} />
      </MessageActsProvider>
      <PrintedChatPlace
        chat={chat}
        title={face.title}
        items={items}
        directory={directory}
        whole={chatLog.log.whole}
        live={live}
      />
    </>
  );
}
