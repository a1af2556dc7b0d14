import type { Chat } from '@koinonia/contracts/chat.ts';
import { Avatar } from '../../../../components/ui/avatar.tsx';
import { IconButton } from '../../../../components/ui/button.tsx';
import type { Directory } from '../../../../lib/people.ts';
import { useChatParts } from '../../chat-context.tsx';
import type { ChatFace } from '../../model/chat-title.ts';
import { texts } from '../../texts.ts';
import styles from './chat-info.module.css';

interface ChatInfoProps {
  chat: Chat | undefined;
  face: ChatFace | undefined;
  directory: Directory;
  narrow: boolean;
  onClose: () => void;
}

/** Who a chat is with. Beside the conversation, or in its place on narrow screens. */
export function ChatInfo({ chat, face, directory, narrow, onClose }: ChatInfoProps) {
  return (
    <aside className={styles.pane} aria-label={texts.chatInfo}>
      <header className={styles.header}>
        {narrow && <IconButton icon="back" label={texts.back} onClick={onClose} />}
        <h2>{texts.chatInfo}</h2>
        {!narrow && <IconButton icon="close" label={texts.closeInfo} onClick={onClose} />}
      </header>
      {chat === undefined || face === undefined ? (
        <p className={styles.none}>{texts.noChatSelected}</p>
      ) : (
        <>
          <div className={styles.face}>
            <Avatar id={face.tintId} name={face.title} photoURL={face.photoURL} size="huge" />
            <p className={styles.name} dir="auto">
              {face.title}
            </p>
            <p className={styles.type}>{chat.isGroup ? texts.groupType : texts.directType}</p>
          </div>
          {chat.isGroup && <Members uids={chat.users} directory={directory} />}
        </>
      )}
    </aside>
  );
}

function Members({ uids, directory }: { uids: readonly string[]; directory: Directory }) {
  const { uid: me } = useChatParts();
  const members = uids.map((uid) => ({ uid, ...directory.of(uid) }));
  members.sort((a, b) => a.displayName.localeCompare(b.displayName));
  return (
    <section>
      <h3 className={styles.heading}>
        {texts.members} <span className={styles.number}>{uids.length}</span>
      </h3>
      <ul className={styles.members}>
        {members.map(({ uid, displayName, photoURL }) => (
          <li key={uid}>
            <Avatar id={uid} name={displayName} photoURL={photoURL} size="small" />
            <span dir="auto">{displayName}</span>
            {uid === me && <span className={styles.number}>{texts.you}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
