import type { Chat } from '@koinonia/contracts/chat.ts';
import { memo, useRef } from 'react';
import { Icon } from '../../../../components/ui/icon.tsx';
import { formatDay, formatTime, shortCount } from '../../../../lib/format.ts';
import type { Directory } from '../../../../lib/people.ts';
import { useFocusInScroller } from '../../scrolling/use-focus-in-scroller.ts';
import { useMessageStop } from '../../scrolling/use-message-stop.ts';
import { useQuietWhile } from '../../scrolling/use-quiet-while.ts';
import { useReading } from '../../reading/use-reading.ts';
import { useShownLines } from '../../scrolling/use-shown-lines.ts';
import type { ChatLog, Edge } from '../../messages/chat-log.ts';
import { type ConversationItem, isBubble, sameItem } from '../../model/conversation.ts';
import { texts } from '../../texts.ts';
import { MessageBubble } from '../message/message-bubble.tsx';
import styles from './message-list.module.css';

interface MessageListProps {
  chat: Chat;
  chatLog: ChatLog;
  items: readonly ConversationItem[];
  directory: Directory;
  /** Today, as a string of `Date`. */
  day: string;
  /** Counts the messages written here. */
  written: number;
}

export function MessageList({ chat, chatLog, items, directory, day, written }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { log, older, newer } = chatLog;
  const { lines, allDrawn, place, toNewest } = useShownLines(scroller, { chat, chatLog, items, written });
  useReading(scroller, chat.id, chatLog, place.atEnd);
  useFocusInScroller(scroller);
  useMessageStop(scroller);
  const newest = items.findLast(isBubble)?.key;
  const coming = older === 'loading' || newer === 'loading' || !allDrawn;
  const quiet = useQuietWhile(!chatLog.fresh || coming || !log.live);

  return (
    <div className={styles.frame}>
      {/* In Safari, the keyboard can focus a scroller only if it has a tabIndex. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex */}
      <div
        className={styles.scroller}
        ref={scroller}
        role="log"
        aria-label={texts.messages}
        aria-live={quiet ? 'off' : 'polite'}
        tabIndex={0}
        onScroll={place.onScroll}
      >
        <div className={styles.content}>
          <BeyondWindow edge={log.whole ? 'idle' : older} away={texts.olderNotHere} />
          {lines.map((item) => (
            <Line
              key={item.key}
              item={item}
              isGroup={chat.isGroup}
              directory={directory}
              newest={item.key === newest}
              day={day}
            />
          ))}
          {!log.live && <BeyondWindow edge={newer} away={texts.newerNotHere} />}
        </div>
      </div>
      {!place.atEnd && (
        <button type="button" className={styles.jump} title={texts.jumpToNewest} onClick={() => void toNewest()}>
          <Icon name="down" />
          <span className="visually-hidden">{texts.jumpToNewest}</span>
          {chat.unreadCount > 0 && (
            <span className={`unread-count ${styles.count}`}>{shortCount(chat.unreadCount)}</span>
          )}
        </button>
      )}
    </div>
  );
}

/** Shown before and after the loaded messages: nothing, a loading note, or a note that more could not be loaded. */
function BeyondWindow({ edge, away }: { edge: Edge; away: string }) {
  return (
    <div className={styles.beyond} aria-hidden={edge === 'away' ? undefined : 'true'}>
      {edge === 'loading' ? texts.loadingMessages : edge === 'away' ? away : ''}
    </div>
  );
}

interface LineProps {
  item: ConversationItem;
  isGroup: boolean;
  directory: Directory;
  newest: boolean;
  day: string;
}

/** Memoised: there are several hundred lines, and most do not change when a message arrives. */
const Line = memo(
  LineOf,
  (a, b) =>
    a.isGroup === b.isGroup &&
    a.directory === b.directory &&
    a.newest === b.newest &&
    a.day === b.day &&
    sameItem(a.item, b.item),
);

function LineOf({ item, isGroup, directory, newest, day }: LineProps) {
  if (item.kind === 'bubble')
    return <MessageBubble bubble={item} isGroup={isGroup} sender={directory.of(item.senderId)} newest={newest} />;
  if (item.kind === 'unread') {
    return (
      <div className={styles.unread} role="separator" aria-label={texts.newMessages} data-unread={item.key}>
        <span aria-hidden="true">{texts.newMessages}</span>
      </div>
    );
  }
  const { kind, instant } = item;
  const text = kind === 'day' ? formatDay(instant, { now: new Date(day) }) : formatTime(instant);
  return <When instant={instant} text={text} />;
}

/** What a separator contains is not read out, only its label. */
function When({ instant, text }: { instant: string; text: string }) {
  return (
    <div className={styles.when} role="separator" aria-label={text}>
      <time dateTime={instant} aria-hidden="true">
        {text}
      </time>
    </div>
  );
}
