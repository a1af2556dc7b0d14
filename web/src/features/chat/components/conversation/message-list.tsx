import type { Chat } from '@koinonia/contracts/chat.ts';
import { useRef } from 'react';
import { Icon } from '../../../../components/ui/icon.tsx';
import { formatDay, formatTime } from '../../../../lib/format.ts';
import type { Directory } from '../../../../lib/people.ts';
import { useReading } from '../../api/use-reading.ts';
import { useScrollPlace } from '../../api/use-scroll-place.ts';
import type { ChatLog } from '../../api/message-logs.ts';
import { useChatParts } from '../../chat-context.tsx';
import type { ConversationItem } from '../../model/conversation.ts';
import { texts } from '../../texts.ts';
import { MessageBubble } from '../message/message-bubble.tsx';
import styles from './message-list.module.css';

interface MessageListProps {
  chat: Chat;
  chatLog: ChatLog;
  items: readonly ConversationItem[];
  directory: Directory;
}

export function MessageList({ chat, chatLog, items, directory }: MessageListProps) {
  const { logs } = useChatParts();
  const scroller = useRef<HTMLDivElement>(null);
  const place = useScrollPlace(scroller, {
    items,
    onTop: () => void logs.loadOlder(chat.id).catch(() => undefined),
    more: !chatLog.log.whole,
  });
  useReading(scroller, chat.id, chatLog.log.last);

  return (
    <div className={styles.frame}>
      {/* Safari gives a scroller to the keyboard only when it is told to. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex */}
      <div
        className={styles.scroller}
        ref={scroller}
        role="log"
        aria-label={texts.messages}
        aria-busy={chatLog.loadingOlder}
        tabIndex={0}
        onScroll={place.onScroll}
      >
        <div className={styles.content}>
          <div className={styles.older} aria-hidden="true">
            {!chatLog.log.whole && chatLog.loadingOlder ? texts.loadingMessages : ''}
          </div>
          {items.map((item) => (
            <Line key={item.key} item={item} isGroup={chat.isGroup} directory={directory} />
          ))}
        </div>
      </div>
      {!place.atEnd && (
        <button type="button" className={styles.jump} onClick={place.toEnd}>
          <Icon name="down" size={18} />
          {texts.jumpToNewest}
          {chat.unreadCount > 0 && <span className={styles.count}>{chat.unreadCount}</span>}
        </button>
      )}
    </div>
  );
}

function Line({ item, isGroup, directory }: { item: ConversationItem; isGroup: boolean; directory: Directory }) {
  if (item.kind === 'bubble')
    return <MessageBubble bubble={item} isGroup={isGroup} sender={directory.of(item.senderId)} />;
  if (item.kind === 'unread') {
    return (
      <div className={styles.unread} role="separator" data-unread="">
        {texts.newMessages}
      </div>
    );
  }
  const text = item.kind === 'day' ? formatDay(item.instant) : formatTime(item.instant);
  return (
    <div className={styles.when} role="separator">
      <time dateTime={item.instant}>{text}</time>
    </div>
  );
}
