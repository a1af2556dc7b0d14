import { useQuery } from '@tanstack/react-query';
import { useId, useLayoutEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import { isComposing } from '../../../../lib/is-composing.ts';
import type * as emojiNames from '../../model/emoji-names.ts';
import type { NamedEmoji } from '../../model/emoji-names.ts';
import type { Mentionable } from '../../model/mentions.ts';
import { type Begun, begunAt, completed, namesMatching, withEmoji } from '../../model/suggest.ts';

const most = 8;

export type Suggestion = ({ readonly kind: 'mention' } & Mentionable) | ({ readonly kind: 'emoji' } & NamedEmoji);

interface SuggestionOptions {
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly people: readonly Mentionable[];
  readonly onMention: (id: string) => void;
}

/** Completions of the name being typed: people after '@', emojis after ':'. */
export function useSuggestions({ box, text, setText, people, onMention }: SuggestionOptions) {
  const listId = useId();
  const emojis = useEmojis();
  const { caret, setCaret, moveCaret } = useCaret(box);
  const [active, setActive] = useState(0);
  /** The start of the name for which the list was closed: it stays closed until another name is begun. */
  const [closedAt, setClosedAt] = useState<number | null>(null);

  const begun = begunAt(text, caret);
  const options =
    begun === null || begun.start === closedAt ? [] : optionsFor(begun, { people, emojis: emojis.namedEmojis });
  const at = Math.min(active, options.length - 1);

  function choose(option: Suggestion) {
    if (begun === null) return;
    const done = completed(text, begun, option.kind === 'mention' ? `@${option.name}` : option.emoji);
    if (option.kind === 'mention') onMention(option.id);
    moveCaret(done.caret);
    setClosedAt(begun.start);
    setText(done.text);
  }

  function write(next: string, position: number) {
    const written = next.length < text.length ? null : withEmoji(next, position, emojis.emojiNamed);
    setActive(0);
    if (next.length < (closedAt ?? 0) || next[closedAt ?? -1] !== text[closedAt ?? -1]) setClosedAt(null);
    if (written === null) setCaret(position);
    else moveCaret(written.caret);
    setText(written?.text ?? next);
  }

  /** True if the list has handled the key. */
  function onKey(event: KeyboardEvent): boolean {
    const chosen = options[at];
    if (chosen === undefined || isComposing(event)) return false;
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

interface Known {
  readonly people: readonly Mentionable[];
  readonly emojis: readonly NamedEmoji[];
}

function optionsFor({ kind, query }: Begun, { people, emojis }: Known): Suggestion[] {
  return kind === 'mention'
    ? namesMatching(people, query, most).map((one) => ({ kind, ...one }))
    : namesMatching(emojis, query, most).map((one) => ({ kind, ...one }));
}

const noEmojis: Pick<typeof emojiNames, 'namedEmojis' | 'emojiNamed'> = {
  namedEmojis: [],
  emojiNamed: () => undefined,
};

/**
 * The names of emojis are fetched as soon as the box is there: the chat need not wait for them, and whoever writes fast
 * is no faster.
 */
function useEmojis() {
  const { data } = useQuery({
    queryKey: ['emoji-names'],
    queryFn: () => import('../../model/emoji-names.ts'),
    networkMode: 'always',
    staleTime: Infinity,
  });
  return data ?? noEmojis;
}

/** The caret, and its new place once the text with the chosen name is in the box. */
function useCaret(box: RefObject<HTMLTextAreaElement | null>) {
  const [caret, setCaret] = useState(0);
  const [goal, moveCaret] = useState<number | null>(null);

  useLayoutEffect(() => {
    if (goal === null) return;
    box.current?.setSelectionRange(goal, goal);
    setCaret(goal);
    moveCaret(null);
  }, [box, goal]);

  return { caret, setCaret, moveCaret };
}
