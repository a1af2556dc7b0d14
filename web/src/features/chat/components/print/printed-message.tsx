import { formatTime } from '../../../../lib/format.ts';
import type { Directory } from '../../../../lib/people.ts';
import { useShownMessage } from '../../messages/use-shown-message.ts';
import { baseUrlOf, fileNameOf, isPicture } from '../../model/attachment.ts';
import type { Bubble } from '../../model/conversation.ts';
import { quotedText } from '../../model/quoted-text.ts';
import { pillsOf } from '../../model/reactions.ts';
import { texts } from '../../texts.ts';
import { SystemSentence } from '../message/system-sentence.tsx';
import styles from './printed-chat.module.css';

interface PrintedMessageProps {
  bubble: Bubble;
  directory: Directory;
  /** The pictures are loaded by `loadPictures`. */
  picturesLater: boolean;
}

/** Everybody by their name, never 'You': the reader of the paper may not be the person who printed it. */
export function PrintedMessage({ bubble, directory, picturesLater }: PrintedMessageProps) {
  const { message, createdAt } = bubble;
  const system = message?.system;
  return (
    <section className={`${styles.message} ${bubble.first ? styles.first : ''}`} data-paper-seq={bubble.seq ?? ''}>
      <time dateTime={createdAt}>{formatTime(createdAt)}</time>
      {system === undefined ? (
        <Said bubble={bubble} directory={directory} picturesLater={picturesLater} />
      ) : (
        <p className={styles.quiet}>
          <SystemSentence line={system} doer={bubble.senderId} me="" nameOf={(uid) => directory.of(uid).displayName} />
        </p>
      )}
    </section>
  );
}

function Said({ bubble, directory, picturesLater }: PrintedMessageProps) {
  const { message, outgoing, text } = bubble;
  const { deleted, reactions } = useShownMessage(message);
  const { replyTo } = message ?? outgoing ?? {};
  const notes = [
    message?.editedAt === undefined ? '' : texts.edited,
    outgoing === null ? '' : texts.outgoing[outgoing.state],
    ...pillsOf(reactions).map(({ emoji, count }) => `${emoji} ${count}`),
  ].filter(Boolean);

  return (
    <div>
      {bubble.first && (
        <p className={styles.who} dir="auto">
          {directory.of(bubble.senderId).displayName}
        </p>
      )}
      {deleted ? (
        <p className={styles.quiet}>{texts.messageDeleted}</p>
      ) : (
        <>
          {replyTo !== undefined && (
            <blockquote className={styles.quote}>
              <bdi>{directory.of(replyTo.senderId).displayName}</bdi>
              <p dir="auto">{quotedText(replyTo)}</p>
            </blockquote>
          )}
          <PrintedAttachment bubble={bubble} later={picturesLater} />
          {text !== '' && (
            <p className={styles.text} dir="auto">
              {text}
            </p>
          )}
          {notes.length > 0 && <p className={styles.notes}>{notes.join(' · ')}</p>}
        </>
      )}
    </div>
  );
}

function PrintedAttachment({ bubble, later }: { bubble: Bubble; later: boolean }) {
  const { attachmentUrl: url, attachment: about } = bubble;
  if (url === null && about === undefined) return null;
  const name = fileNameOf(url ?? '', about);
  const address = url !== null && isPicture(url, about) ? baseUrlOf(url, about) : null;
  return (
    <figure className={styles.attachment}>
      {address !== null &&
        (later ? <img data-src={address} alt="" /> : <img src={alreadyLoaded(address) ?? address} alt="" />)}
      <figcaption>
        {texts.attachment}: <bdi>{name}</bdi>
      </figcaption>
    </figure>
  );
}

/**
 * The address of the size that the page has loaded: a browser that prints does not wait for another one. The pictures in the
 * messages have the given address as `src`, and their sizes in `srcset`.
 */
const alreadyLoaded = (address: string) =>
  Array.from(document.images).find(
    (image) => image.getAttribute('src') === address && image.complete && image.naturalWidth > 0,
  )?.currentSrc;
