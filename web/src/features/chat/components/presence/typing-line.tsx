import type { Directory } from '../../../../lib/people.ts';
import { useTypists } from '../../api/use-presence.ts';
import { texts } from '../../texts.ts';
import { ConnectionNote } from '../connection-note.tsx';
import styles from './typing-line.module.css';

/**
 * Who types, or a note about the connection, between the messages and the box. Its height is always reserved, so that
 * nothing moves.
 */
export function TypingLine({ chatId, directory }: { chatId: string; directory: Directory }) {
  const typists = useTypists(chatId);
  const names = typists.map((uid) => directory.of(uid).displayName);
  return (
    <div className={styles.place}>
      <p className={styles.line} data-typing="">
        {names.length > 0 && <Words names={names} />}
      </p>
      <ConnectionNote />
    </div>
  );
}

function Words({ names: [first, second, third] }: { names: readonly string[] }) {
  if (third !== undefined) return texts.severalTyping;
  if (second !== undefined) {
    return (
      <>
        <bdi>{first}</bdi> {texts.and} <bdi>{second}</bdi> {texts.areTyping}
      </>
    );
  }
  return (
    <>
      <bdi>{first}</bdi> {texts.isTyping}
    </>
  );
}
