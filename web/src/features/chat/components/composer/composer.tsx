import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { IconButton } from '../../../../components/ui/button.tsx';
import { useChosenFiles } from '../../api/use-chosen-files.ts';
import type { Written } from '../../api/use-conversation.ts';
import { useDraft } from '../../api/use-draft.ts';
import { useSaveEdit, useWriting } from '../../api/use-writing.ts';
import { draftName } from '../../api/writing.ts';
import { useChatParts } from '../../chat-context.tsx';
import { excess } from '../../model/excess.ts';
import { mentionsIn } from '../../model/mentions.ts';
import { texts } from '../../texts.ts';
import { AttachButton } from '../attachments/attach-button.tsx';
import { ChosenStrip } from '../attachments/chosen-strip.tsx';
import { DropTarget } from '../attachments/drop-target.tsx';
import { useMessageActs } from '../message/message-acts.tsx';
import styles from './composer.module.css';
import { SuggestionList } from './suggestion-list.tsx';
import { useSuggestions } from './use-suggestions.ts';
import { WritingAbout } from './writing-about.tsx';

interface ComposerProps {
  chatId: string;
  onSend: (written: Written) => void;
}

export function Composer({ chatId, onSend }: ComposerProps) {
  const { uid, logs, writings, company } = useChatParts();
  const { box, directory, mentionable } = useMessageActs();
  const chosen = useChosenFiles(chatId);
  const writing = useWriting(chatId);
  const { editing, replyTo, picked } = writing;
  const [text, setText] = useDraft(uid, draftName(chatId, writing));
  const edit = useSaveEdit(chatId);
  const suggestions = useSuggestions({
    box,
    text,
    setText,
    people: mentionable,
    onMention: (id) => writings.pick(chatId, id),
  });
  const tooMany = excess(text);
  const something = text.trim() !== '' || (editing === undefined ? chosen.files.length > 0 : editing.attached);
  const sendable = something && tooMany === 0 && !edit.saving;
  useFocus(box, editing?.id ?? replyTo?.id);

  // As tall as what is written in it, up to the eight lines of the style sheet.
  useLayoutEffect(() => {
    fitToText(box.current);
  });

  function send() {
    if (!sendable) return;
    const written = { text: text.trim(), mentions: mentionsIn(text, mentionable, picked) };
    box.current?.focus({ preventScroll: true });
    if (editing === undefined) {
      onSend({ ...written, replyTo });
      setText('');
      writings.done(chatId);
    } else if (written.text === editing.text) cancel();
    else void edit.save(editing.id, written);
  }

  function cancel() {
    edit.forget();
    if (editing === undefined) writings.endReply(chatId);
    else writings.endEdit(chatId);
    box.current?.focus({ preventScroll: true });
  }

  function editLast() {
    const { messages } = logs.get(chatId).log;
    const last = messages.findLast((one) => one.senderId === uid && !one.deletedAt && !one.system);
    if (last !== undefined) writings.edit(last);
    return last !== undefined;
  }

  async function attach(files: readonly File[]) {
    await chosen.add(files);
    if (matchMedia('(pointer: fine)').matches) box.current?.focus({ preventScroll: true });
  }

  function onKeyDown(event: KeyboardEvent) {
    // While a word is being composed (Japanese, Korean…), every key belongs to the keyboard.
    if (event.nativeEvent.isComposing || suggestions.onKey(event)) return;
    const untouched = text === '' && editing === undefined && chosen.files.length === 0;
    if (event.key === 'Enter' && !event.shiftKey) send();
    else if (event.key === 'Escape' && (editing ?? replyTo) !== undefined) cancel();
    else if (event.key !== 'ArrowUp' || !untouched || !editLast()) return;
    event.preventDefault();
  }

  const open = suggestions.options.length > 0;
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
      {editing !== undefined && edit.problem !== '' && (
        <p className={styles.note} role="alert">
          {edit.problem}
        </p>
      )}
      <WritingAbout chatId={chatId} writing={writing} onCancel={cancel} />
      <DropTarget onFiles={editing === undefined ? attach : null} />
      {editing === undefined && (
        <ChosenStrip files={chosen.files} onRemove={chosen.remove} onEmpty={() => box.current?.focus()} />
      )}
      <div className={styles.line}>
        <SuggestionList suggestions={suggestions} directory={directory} />
        {editing === undefined && <AttachButton onFiles={attach} />}
        <textarea
          ref={box}
          className={styles.box}
          rows={1}
          dir="auto"
          placeholder={texts.typeMessage}
          aria-label={texts.typeMessage}
          aria-autocomplete="list"
          aria-controls={open ? suggestions.listId : undefined}
          aria-activedescendant={open ? suggestions.optionId(suggestions.active) : undefined}
          enterKeyHint="send"
          autoComplete="off"
          readOnly={edit.saving}
          value={text}
          onChange={(event) => {
            suggestions.write(event.target.value, event.target.selectionEnd);
            if (event.target.value.trim() !== '') company.typed();
          }}
          onSelect={suggestions.onSelect}
          onBlur={suggestions.close}
          onKeyDown={onKeyDown}
        />
        <IconButton
          icon={editing === undefined ? 'send' : 'check'}
          look="main"
          type="submit"
          label={editing === undefined ? texts.send : texts.saveEdit}
          disabled={!sendable}
          // Keeps the keyboard up on phones.
          onPointerDown={(event) => event.preventDefault()}
        />
      </div>
    </form>
  );
}

function fitToText(element: HTMLTextAreaElement | null) {
  if (element === null) return;
  element.style.height = 'auto';
  element.style.height = `${element.scrollHeight}px`;
}

/** The box has the focus when a chat is opened, and when somebody begins to answer or to edit: then at its end. */
function useFocus(box: RefObject<HTMLTextAreaElement | null>, about: string | undefined) {
  const before = useRef(about);

  useEffect(() => {
    // On a phone the keyboard would cover what one came to read.
    if (matchMedia('(pointer: fine)').matches) box.current?.focus({ preventScroll: true });
  }, [box]);

  useEffect(() => {
    if (about === before.current) return;
    before.current = about;
    if (about === undefined || box.current === null) return;
    box.current.focus({ preventScroll: true });
    box.current.setSelectionRange(box.current.value.length, box.current.value.length);
  }, [box, about]);
}
