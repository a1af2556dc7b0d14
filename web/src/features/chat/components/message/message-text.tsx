import { textParts } from '../../model/links.ts';
import styles from './message-text.module.css';

/** What somebody wrote, as they wrote it: its own direction, its own line breaks, its addresses as links. */
export function MessageText({ text }: { text: string }) {
  return (
    <p className={styles.text} dir="auto">
      {textParts(text).map((part, index) =>
        part.href === null ? (
          part.text
        ) : (
          <a key={index} href={part.href} target="_blank" rel="noopener noreferrer">
            {part.text}
          </a>
        ),
      )}
    </p>
  );
}
