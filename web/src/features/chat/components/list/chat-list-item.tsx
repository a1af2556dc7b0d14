import type { Chat } from '@koinonia/contracts/chat.ts';
import { Link } from 'react-router-dom';
import { Avatar } from '../../../../components/ui/avatar.tsx';
import { Icon } from '../../../../components/ui/icon.tsx';
import { formatRecent, shortCount } from '../../../../lib/format.ts';
import { useDay } from '../../../../lib/use-day.ts';
import { lineOf } from '../../model/chat-list.ts';
import type { ChatFace } from '../../model/chat-title.ts';
import type { Outgoing } from '../../model/conversation.ts';
import { texts } from '../../texts.ts';
import styles from './chat-list-item.module.css';

interface ChatListItemProps {
  chat: Chat;
  face: ChatFace;
  open: boolean;
  /** A message written here that the server has not accepted yet. */
  unsent?: Outgoing | undefined;
  tabIndex?: number;
  onOpen?: () => void;
}

export function ChatListItem({ chat, face, open, unsent, tabIndex, onOpen }: ChatListItemProps) {
  const now = new Date(useDay());
  // The open chat is being read, so its count would only flicker. A mark set by hand stays.
  const unread = open && chat.markedUnread !== true ? 0 : chat.unreadCount;
  return (
    <Link
      className={`${styles.item} ${unread > 0 ? styles.unread : ''}`}
      to={`/chat/${chat.id}`}
      aria-current={open ? 'page' : undefined}
      draggable={false}
      tabIndex={tabIndex}
      onClick={onOpen}
    >
      <Avatar id={face.tintId} name={face.title} photoURL={face.photoURL} />
      <span className={styles.name} dir="auto">
        {face.title}
      </span>
      {chat.lastMessageAt !== null && (
        <time className={styles.time} dateTime={chat.lastMessageAt}>
          {formatRecent(chat.lastMessageAt, { now })}
        </time>
      )}
      <span className={styles.last} dir="auto">
        {unsent === undefined || open ? chat.lastMessage || texts.noMessages : <Unsent unsent={unsent} />}
      </span>
      {unread > 0 && (
        <span className={`unread-count ${styles.count}`}>
          <span aria-hidden="true">
            {chat.mentionsMe !== undefined && '@ '}
            {shortCount(unread)}
          </span>
          <span className="visually-hidden">
            {texts.unread(unread)}
            {chat.mentionsMe !== undefined && `, ${texts.mentionsYou}`}
          </span>
        </span>
      )}
    </Link>
  );
}

function Unsent({ unsent }: { unsent: Outgoing }) {
  const failed = unsent.state !== 'waiting';
  return (
    <>
      {/* Has its own direction: the line has that of the message. */}
      <span className={`${styles.state} ${failed ? styles.failed : ''}`} dir="ltr" title={texts.outgoing[unsent.state]}>
        <Icon name={failed ? 'warning' : 'clock'} size={14} />
        <span className="visually-hidden">{texts.outgoing[unsent.state]}:</span>
      </span>{' '}
      {lineOf(unsent)}
    </>
  );
}
