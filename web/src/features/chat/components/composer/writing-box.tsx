import { useLayoutEffect, type KeyboardEvent } from 'react';
import { isComposing } from '../../../../lib/is-composing.ts';
import { usePrinting } from '../../../../lib/use-printing.ts';
import { useChatParts } from '../../chat-context.tsx';
import { texts } from '../../texts.ts';
import { useMessageActs } from '../message/message-acts.ts';
import styles from './composer.module.css';
import { SuggestionList } from './suggestion-list.tsx';
import { useSuggestions } from './use-suggestions.ts';

interface WritingBoxProps {
  chatId: string;
  text: string;
  onText: (text: string) => void;
  readOnly: boolean;
  onSend: () => void;
  /** Left out when there is nothing to cancel. */
  onCancel: (() => void) | undefined;
  /** True when there was something to edit. */
  onEditLast: () => boolean;
}

function fitToText(element: HTMLTextAreaElement | null) {
  const line = element?.parentElement;
  if (element === null || !line) return;
  // Fixes the height of the line during measuring: otherwise the messages above would briefly get more room and scroll.
  line.style.minHeight = `${line.offsetHeight}px`;
  element.style.height = 'auto';
  element.style.height = `${element.scrollHeight}px`;
  line.style.minHeight = '';
}

/** Enter sends, Shift+Enter adds a line; names and emojis are completed from a list. */
export function WritingBox({ chatId, text, onText, readOnly, onSend, onCancel, onEditLast }: WritingBoxProps) {
  const { presence, writings } = useChatParts();
  const { box, directory, mentionable } = useMessageActs();
  const suggestions = useSuggestions({
    box,
    text,
    setText: onText,
    people: mentionable,
    onMention: (id) => writings.pick(chatId, id),
  });
  const open = suggestions.options.length > 0;

  const printing = usePrinting();

  // As tall as the text, up to the eight lines of the style sheet. Not while printing: letters differ, or the box is hidden.
  useLayoutEffect(() => {
    if (!printing) fitToText(box.current);
  });

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event) || suggestions.onKey(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) onSend();
    else if (event.key === 'Escape' && onCancel !== undefined) onCancel();
    else if (event.key !== 'ArrowUp' || !onEditLast()) return;
    event.preventDefault();
  }

  return (
    <>
      <SuggestionList suggestions={suggestions} directory={directory} />
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
        readOnly={readOnly}
        value={text}
        onChange={(event) => {
          suggestions.write(event.target.value, event.target.selectionEnd);
          if (event.target.value.trim() !== '') presence.typed();
        }}
        onSelect={suggestions.onSelect}
        onBlur={suggestions.close}
        onKeyDown={onKeyDown}
      />
    </>
  );
}
