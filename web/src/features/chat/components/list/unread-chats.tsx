import { Card } from '../../../../components/layout/page.tsx';
import { NotHere } from '../../../../components/ui/not-here.tsx';
import { OfflineNote } from '../../../../components/ui/offline-note.tsx';
import { Skeleton } from '../../../../components/ui/skeleton.tsx';
import { useChats } from '../../api/use-chats.ts';
import { useChatParts } from '../../chat-context.tsx';
import { unreadChats } from '../../model/chat-list.ts';
import { faceOf } from '../../model/chat-title.ts';
import { texts } from '../../texts.ts';
import { ChatListItem } from './chat-list-item.tsx';
import styles from './unread-chats.module.css';

/** For the home page: the chats with unread messages. */
export function UnreadChats() {
  const { uid } = useChatParts();
  const { chats, directory, pending, failed, retry } = useChats();
  const unread = unreadChats(chats);
  return (
    <Card title={texts.unreadChats}>
      <OfflineNote known={!pending && !failed} />
      {pending ? (
        <div className={styles.ghost} role="status" aria-label={texts.loadingChats}>
          <Skeleton shape="circle" />
          <Skeleton width="50%" />
        </div>
      ) : unread.length > 0 ? (
        <ul className={styles.list}>
          {unread.map((chat) => (
            <li key={chat.id}>
              <ChatListItem chat={chat} face={faceOf(chat, directory, uid)} open={false} />
            </li>
          ))}
        </ul>
      ) : failed ? (
        <NotHere failed words={texts.chatsNotHere} onRetry={retry} />
      ) : (
        <p className={styles.none}>{texts.allRead}</p>
      )}
    </Card>
  );
}
