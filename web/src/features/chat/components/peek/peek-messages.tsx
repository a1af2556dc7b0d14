import type { Chat, Message } from '@koinonia/contracts/chat.ts';
import { RetryButton } from '../../../../components/ui/retry-button.tsx';
import { Placeholder } from '../../../../components/ui/placeholder.tsx';
import { Said } from '../../../../components/ui/said.tsx';
import { Skeleton } from '../../../../components/ui/skeleton.tsx';
import { formatRecent } from '../../../../lib/format.ts';
import { useOnline } from '../../../../lib/use-online.ts';
import { usePeek } from '../../api/use-peek.ts';
import { usePeopleOf } from '../../messages/use-people-of.ts';
import { useChatParts } from '../../chat-context.tsx';
import { quotedText } from '../../model/quoted-text.ts';
import { peekTexts } from '../../peek-texts.ts';
import { texts } from '../../texts.ts';
import { SystemSentence } from '../message/system-sentence.tsx';
import styles from './peek-messages.module.css';

/** The last messages of a chat, if they can be loaded. It has its full height from the start. */
export function PeekMessages({ chat }: { chat: Chat }) {
  const { uid } = useChatParts();
  const online = useOnline();
  const { messages, failed, retry } = usePeek(chat);
  const directory = usePeopleOf(chat, messages ?? []);
  const nameOf = (id: string) => directory.of(id).displayName;

  if (messages === undefined || messages.length === 0) {
    return (
      <div className={`${styles.frame} ${styles.instead}`} role="status">
        {messages !== undefined ? (
          <Placeholder>{texts.noMessages}</Placeholder>
        ) : !online ? (
          <Placeholder>{peekTexts.peekNothingOffline}</Placeholder>
        ) : failed ? (
          <Placeholder onRetry={retry}>{texts.messagesNotHere}</Placeholder>
        ) : (
          <Loading />
        )}
      </div>
    );
  }
  return (
    <>
      <Said>
        {(!online || failed) && (
          <div className={styles.note}>
            <p>{online ? peekTexts.peekNotNewest : peekTexts.peekOffline}</p>
            {online && <RetryButton onRetry={retry} />}
          </div>
        )}
      </Said>
      {/* In Safari, the keyboard can focus a scroller only if it has a tabIndex. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.frame} role="region" aria-label={peekTexts.lastMessages} tabIndex={0}>
        <ol className={styles.messages}>
          {messages.map((message) => (
            <Line key={message.id} message={message} isGroup={chat.isGroup} me={uid} nameOf={nameOf} />
          ))}
        </ol>
      </div>
    </>
  );
}

const textOf = ({ text, deletedAt, attachment }: Message) =>
  quotedText({ text: text.trim() || (attachment?.name ?? ''), deleted: deletedAt !== undefined });

interface LineProps {
  message: Message;
  isGroup: boolean;
  me: string;
  nameOf: (uid: string) => string;
}

function Line({ message, isGroup, me, nameOf }: LineProps) {
  const { senderId, system } = message;
  const mine = senderId === me;
  if (system !== undefined) {
    return (
      <li className={styles.system}>
        <SystemSentence line={system} doer={senderId} me={me} nameOf={nameOf} />
      </li>
    );
  }
  return (
    <li className={`${styles.message} ${mine ? styles.mine : ''}`}>
      <span className={mine || !isGroup ? 'visually-hidden' : styles.name} dir="auto">
        {mine ? texts.you : isGroup && nameOf(senderId)}
      </span>
      <p className={`${styles.text} ${message.deletedAt !== undefined ? styles.deleted : ''}`} dir="auto">
        {textOf(message)}
      </p>
      <time className={styles.time} dateTime={message.createdAt}>
        {formatRecent(message.createdAt)}
      </time>
    </li>
  );
}

function Loading() {
  return (
    <div className={styles.loading}>
      <span className="visually-hidden">{texts.loadingMessages}</span>
      <Skeleton width="55%" />
      <Skeleton width="70%" />
      <Skeleton width="40%" />
      <Skeleton width="60%" />
    </div>
  );
}
