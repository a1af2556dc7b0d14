import { useId, useLayoutEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import { emojiNamed, type NamedEmoji, namedEmojis } from '../../model/emoji-names.ts';
import type { Mentionable } from '../../model/mentions.ts';
import { begunAt, completed, namesMatching } from '../../model/suggest.ts';

const most = 8;

export type Suggestion = ({ readonly kind: 'mention' } & Mentionable) | ({ readonly kind: 'emoji' } & NamedEmoji);

interface SuggestionOptions {
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly people: readonly Mentionable[];
  readonly onMention: (id: string) => void;
}

/** What could complete the name that is being written, people's after '@' and emojis' after ':'. */
export function useSuggestions({ box, text, setText, people, onMention }: SuggestionOptions) {
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  /** Where a list was closed: it stays so until another name is begun. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  /** After the text has been changed by choosing. */
  const [caretToBe, setCaretToBe] = useState<number | null>(null);

  const begun = begunAt(text, caret);
  const options: Suggestion[] =
    begun === null || begun.start === closedAt
      ? []
      : begun.kind === 'mention'
        ? namesMatching(people, begun.query, most).map((one) => ({ kind: 'mention', ...one }))
        : namesMatching(namedEmojis, begun.query, most).map((one) => ({ kind: 'emoji', ...one }));
  const at = Math.min(active, options.length - 1);
  const open = options.length > 0;

  useLayoutEffect(() => {
    if (caretToBe === null) return;
    box.current?.setSelectionRange(caretToBe, caretToBe);
    setCaret(caretToBe);
    setCaretToBe(null);
  }, [box, caretToBe]);

  function choose(option: Suggestion) {
    if (begun === null) return;
    const done = completed(text, begun, option.kind === 'mention' ? `@${option.name}` : option.emoji);
    if (option.kind === 'mention') onMention(option.id);
    setCaretToBe(done.caret);
    setClosedAt(begun.start);
    setText(done.text);
  }

  /** ':pray:' becomes its emoji with the closing colon. */
  function write(next: string, position: number) {
    const named = /(?<![\p{L}\p{N}]):([a-z0-9_+-]{1,30}):$/iu.exec(next.slice(0, position));
    const emoji = named?.[1] === undefined ? undefined : emojiNamed(named[1]);
    setActive(0);
    if (next.length < (closedAt ?? 0) || next[closedAt ?? -1] !== text[closedAt ?? -1]) setClosedAt(null);
    if (emoji === undefined || named === null || next.length < text.length) {
      setCaret(position);
      return setText(next);
    }
    setCaretToBe(named.index + emoji.length);
    setText(next.slice(0, named.index) + emoji + next.slice(position));
  }

  /** True for a key that was the list's. */
  function onKey(event: KeyboardEvent): boolean {
    const chosen = options[at];
    if (!open || chosen === undefined || event.nativeEvent.isComposing) return false;
    if (event.key === 'ArrowDown') setActive((at + 1) % options.length);
    else if (event.key === 'ArrowUp') setActive((at - 1 + options.length) % options.length);
    else if (event.key === 'Escape') setClosedAt(begun?.start ?? null);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(chosen);
    else return false;
    event.preventDefault();
    return true;
  }

  return {
    options,
    active: at,
    listId,
    optionId: (index: number) => `${listId}-${index}`,
    choose,
    write,
    onKey,
    onSelect: () => setCaret(box.current?.selectionEnd ?? 0),
    close: () => setClosedAt(begun?.start ?? null),
  };
}

export type Suggestions = ReturnType<typeof useSuggestions>;
