import { maxTextLength } from '@koinonia/contracts/chat.ts';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { IconButton } from '../../../../components/ui/button.tsx';
import { readDraft, writeDraft } from '../../../../lib/session/drafts.ts';
import { useChosenFiles } from '../../api/use-chosen-files.ts';
import type { Written } from '../../api/use-conversation.ts';
import { useChatParts } from '../../chat-context.tsx';
import { texts } from '../../texts.ts';
import { AttachMenu } from '../attachments/attach-menu.tsx';
import { ChosenStrip } from '../attachments/chosen-strip.tsx';
import { DropTarget } from '../attachments/drop-target.tsx';
import styles from './composer.module.css';

/** Counted as the server counts, in characters. */
const excess = (text: string) =>
  text.length <= maxTextLength ? 0 : Math.max(0, [...text.trim()].length - maxTextLength);

export function Composer({ chatId, onSend }: { chatId: string; onSend: (written: Written) => void }) {
  const { uid } = useChatParts();
  const [text, setText] = useState(() => readDraft(uid, chatId));
  const box = useRef<HTMLTextAreaElement>(null);
  const chosen = useChosenFiles(chatId);
  const tooMany = excess(text);
  const sendable = (text.trim() !== '' || chosen.files.length > 0) && tooMany === 0;

  useEffect(() => writeDraft(uid, chatId, text), [uid, chatId, text]);

  useEffect(() => {
    // On a phone the keyboard would cover what one came to read.
    if (matchMedia('(pointer: fine)').matches) box.current?.focus({ preventScroll: true });
  }, []);

  // As tall as what is written in it, up to the eight lines of the style sheet.
  useLayoutEffect(() => {
    if (box.current === null) return;
    box.current.style.height = 'auto';
    box.current.style.height = `${box.current.scrollHeight}px`;
  });

  function send() {
    if (!sendable) return;
    onSend({ text: text.trim() });
    setText('');
    box.current?.focus({ preventScroll: true });
  }

  async function attach(files: readonly File[]) {
    await chosen.add(files);
    if (matchMedia('(pointer: fine)').matches) box.current?.focus({ preventScroll: true });
  }

  function onKeyDown(event: KeyboardEvent) {
    // While a word is being composed (Japanese, Korean…), Enter belongs to the keyboard.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {tooMany > 0 && (
        <p className={styles.note} role="status">
          {texts.tooLong(tooMany)}
        </p>
      )}
      <DropTarget onFiles={attach} />
      <ChosenStrip files={chosen.files} onRemove={chosen.remove} onEmpty={() => box.current?.focus()} />
      <div className={styles.line}>
        <AttachMenu onFiles={attach} />
        <textarea
          ref={box}
          className={styles.box}
          rows={1}
          dir="auto"
          placeholder={texts.typeMessage}
          aria-label={texts.typeMessage}
          enterKeyHint="send"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton
          icon="send"
          look="main"
          type="submit"
          label={texts.send}
          disabled={!sendable}
          // Keeps the keyboard up on phones.
          onPointerDown={(event) => event.preventDefault()}
        />
      </div>
    </form>
  );
}
