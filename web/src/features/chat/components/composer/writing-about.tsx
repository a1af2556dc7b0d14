import type { RepliedTo } from '@koinonia/contracts/chat.ts';
import { IconButton } from '../../../../components/ui/button.tsx';
import { Icon } from '../../../../components/ui/icon.tsx';
import type { Writing } from '../../writing/writing.ts';
import { useMessageNow } from '../../messages/use-message-now.ts';
import { texts } from '../../texts.ts';
import { QuoteText } from '../message/quote.tsx';
import styles from './writing-about.module.css';

interface WritingAboutProps {
  chatId: string;
  writing: Writing;
  onCancel: () => void;
}

/** A line above the box: the text there is an edit of a message, or a reply to one. */
export function WritingAbout({ chatId, writing: { editing, replyTo }, onCancel }: WritingAboutProps) {
  if (editing === undefined && replyTo === undefined) return null;
  return (
    <div className={styles.about}>
      <Icon name={editing === undefined ? 'reply' : 'pencil'} size={18} />
      {editing !== undefined ? (
        <span className={styles.what}>{texts.editingMessage}</span>
      ) : (
        replyTo !== undefined && <Answered chatId={chatId} replyTo={replyTo} />
      )}
      <IconButton
        icon="close"
        label={editing === undefined ? texts.cancelReply : texts.cancelEdit}
        onClick={onCancel}
      />
    </div>
  );
}

/** The original may be edited or deleted before the reply is sent. */
function Answered({ chatId, replyTo }: { chatId: string; replyTo: RepliedTo }) {
  const now = useMessageNow(chatId, replyTo.id);
  const shown = now === undefined ? replyTo : { ...replyTo, text: now.text, deleted: now.deletedAt !== undefined };
  return (
    <span className={styles.what}>
      <span className="visually-hidden">{texts.replyingTo} </span>
      <QuoteText replyTo={shown} />
    </span>
  );
}
