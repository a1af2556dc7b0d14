import type { Chat, Message } from '@koinonia/contracts/chat.ts';
import { useId, useMemo, useState } from 'react';
import { IconButton } from '../../../../components/ui/button.tsx';
import { useKeptFocus } from '../../../../lib/use-kept-focus.ts';
import { byName } from '../../../../lib/names-in-order.ts';
import { useDirectory } from '../../../../lib/people.ts';
import { useMessageSearch, type SearchBounds } from '../../api/use-message-search.ts';
import { useChatParts } from '../../chat-context.tsx';
import { faceOf } from '../../model/chat-title.ts';
import { instantsOf } from '../../model/search-bounds.ts';
import { texts } from '../../texts.ts';
import { searchTexts } from '../../search-texts.ts';
import type { ListPlace } from '../list/list-place.ts';
import styles from './message-search.module.css';
import { type ChosenBounds, noBounds, SearchFilters } from './search-filters.tsx';
import { SearchResults } from './search-results.tsx';

interface MessageSearchProps {
  words: string;
  /** The chats to search: one, or all of this person's. */
  chats: readonly Chat[];
  within?: Chat | undefined;
  /** Stores the filters for when somebody comes back. */
  place?: ListPlace;
  /** Somebody follows a result. */
  onOpen: () => void;
}

function boundsOf({ sender, chat, ...days }: ChosenBounds, within: Chat | undefined): SearchBounds {
  const chatId = within?.id ?? chat;
  return { ...(sender !== '' && { sender }), ...(chatId !== '' && { chat: chatId }), ...instantsOf(days) };
}

/** Who and what a search may be narrowed to, by name. */
function useChoices(chats: readonly Chat[], within: Chat | undefined, chosenSender: string, found: readonly Message[]) {
  const { uid } = useChatParts();
  /** The members of the chats, and the chosen and the found senders, who may have left. */
  const uids = useMemo(() => {
    const senders = [chosenSender, ...found.map(({ senderId }) => senderId)];
    return new Set([...chats.flatMap(({ users }) => users), ...senders].filter((id) => id !== noBounds.sender));
  }, [chats, chosenSender, found]);
  const directory = useDirectory(uids);
  const people = useMemo(() => {
    const named = [...uids].map((id) => ({ id, name: id === uid ? texts.you : directory.of(id).displayName }));
    return named.sort(byName);
  }, [uids, directory, uid]);
  /** A search within one chat needs no choice of chats. */
  const places = useMemo(() => {
    if (within !== undefined) return undefined;
    return chats.map((chat) => ({ id: chat.id, name: faceOf(chat, directory, uid).title })).sort(byName);
  }, [chats, within, directory, uid]);
  return { directory, people, places };
}

/** The messages that contain the typed words, with filters. */
export function MessageSearch({ words, chats, within, place, onOpen }: MessageSearchProps) {
  const [wanted, setWanted] = useState(() => place?.bounds() ?? noBounds);
  // A chat that this person has left can no longer be chosen as a filter: the server would refuse the search.
  const chosen = chats.some(({ id }) => id === wanted.chat) ? wanted : { ...wanted, chat: noBounds.chat };
  const [filtering, setFiltering] = useState(() => Object.values(chosen).some(Boolean));
  const found = useMessageSearch(words, boundsOf(chosen, within));
  // Active filters must be noticeable even while they are folded away.
  const narrowed = Object.values(chosen).some(Boolean);
  // Beside the list it is a section of its own; in Chat Info it has a heading above it.
  const Heading = within === undefined ? 'h2' : 'h3';
  const headingId = useId();
  const { fallback, around } = useKeptFocus<HTMLHeadingElement>();
  const filtersId = useId();

  const { directory, people, places } = useChoices(chats, within, chosen.sender, found.messages);

  function choose(bounds: ChosenBounds) {
    setWanted(bounds);
    place?.narrowed(bounds);
  }

  return (
    <section className={styles.search} aria-labelledby={headingId} {...around}>
      <header className={styles.header}>
        <Heading id={headingId} ref={fallback} tabIndex={-1}>
          {searchTexts.title}
        </Heading>
        <IconButton
          icon="filter"
          look={narrowed ? 'main' : 'plain'}
          label={narrowed ? searchTexts.filtersOn : searchTexts.filters}
          aria-expanded={filtering}
          aria-controls={filtering ? filtersId : undefined}
          onClick={() => setFiltering(!filtering)}
        />
      </header>
      {filtering && <SearchFilters id={filtersId} chosen={chosen} people={people} chats={places} onChange={choose} />}
      <SearchResults
        {...found}
        directory={directory}
        titleOf={places && ((chatId) => places.find(({ id }) => id === chatId)?.name)}
        onOpen={onOpen}
      />
    </section>
  );
}
