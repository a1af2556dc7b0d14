import type { Chat } from '@koinonia/contracts/chat.ts';
import { startTransition, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Placeholder } from '../../../../components/ui/placeholder.tsx';
import { Said } from '../../../../components/ui/said.tsx';
import type { Directory } from '../../../../lib/people.ts';
import { plainName, plainWords } from '../../../../lib/name-search.ts';
import { useRovingFocus } from '../../../../lib/use-roving-focus.ts';
import { useUnsent } from '../../writing/use-outgoing.ts';
import { useChatParts } from '../../chat-context.tsx';
import { namesOf } from '../../model/chat-title.ts';
import { texts } from '../../texts.ts';
import { PeekPlace } from '../peek/peek-place.tsx';
import { ChatListEntry } from './chat-list-entry.tsx';
import styles from './chat-list-pane.module.css';
import type { ListPlace } from './list-place.ts';

/** Enough chats to fill a tall screen. */
const atFirst = 40;
/** Px; every chat is higher. */
const leastHeight = 40;

interface ChatListProps {
  chats: readonly Chat[];
  directory: Directory;
  words: string;
  openId: string | undefined;
  place: ListPlace;
  /** Must stay the same function, so that no entry is rendered again. */
  onOpen: () => void;
}

/** The chats whose title or people match the words; each can be previewed. */
export function ChatList({ chats, directory, words, openId, place, onOpen }: ChatListProps) {
  const list = useRef<HTMLUListElement>(null);
  const unsent = useUnsent();
  const [peeked, setPeeked] = useState<string | null>(null);
  const found = useFound(chats, directory, words);
  const shown = useAtOnce(found === null ? chats : chats.filter(({ id }) => found.has(id)), place);
  const ids = shown.map(({ id }) => id);
  const { current, handlers } = useRovingFocus(list, ids, openId);
  const looked = chats.find((chat) => chat.id === peeked);
  // A chat deleted elsewhere comes back with its next message: its preview must not open again then.
  if (peeked !== null && looked === undefined) setPeeked(null);

  return (
    <>
      <Said>{shown.length === 0 && <Placeholder className={styles.empty}>{texts.noChatsMatch}</Placeholder>}</Said>
      {shown.length > 0 && (
        // The arrow keys only move the focus from link to link.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <ul className={styles.list} ref={list} {...handlers}>
          {shown.map((chat) => (
            <ChatListEntry
              key={chat.id}
              chat={chat}
              directory={directory}
              open={chat.id === openId}
              unsent={unsent.get(chat.id)}
              tabbable={chat.id === current}
              onOpen={onOpen}
              onPeek={setPeeked}
            />
          ))}
        </ul>
      )}
      <PeekPlace chat={looked} directory={directory} list={list} onOpen={onOpen} onClose={() => setPeeked(null)} />
    </>
  );
}

/** First what fits on the screen, then the rest in pieces: hundreds at once would hold up a slow phone. */
function useAtOnce(chats: readonly Chat[], place: ListPlace): readonly Chat[] {
  const [most, setMost] = useState(() => atFirst + Math.ceil(place.top(false) / leastHeight));
  useEffect(() => startTransition(() => setMost(Infinity)), []);
  return most < chats.length ? chats.slice(0, most) : chats;
}

/** The ids of the chats that match the words; null without a search. Deferred, so that typing never waits for it. */
function useFound(chats: readonly Chat[], directory: Directory, typed: string): ReadonlySet<string> | null {
  const { uid } = useChatParts();
  const words = useDeferredValue(typed);
  const searching = words.trim() !== '';
  const names = useMemo(
    () => (searching ? chats.map((chat) => ({ id: chat.id, names: plainName(namesOf(chat, directory, uid)) })) : []),
    [searching, chats, directory, uid],
  );
  return useMemo(() => {
    if (!searching) return null;
    const wanted = plainWords(words);
    return new Set(names.filter((one) => wanted.every((word) => one.names.includes(word))).map(({ id }) => id));
  }, [searching, names, words]);
}
