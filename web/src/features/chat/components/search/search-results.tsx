import { More } from '../../../../components/ui/more.tsx';
import { Placeholder } from '../../../../components/ui/placeholder.tsx';
import { Said } from '../../../../components/ui/said.tsx';
import { Skeleton } from '../../../../components/ui/skeleton.tsx';
import type { Directory } from '../../../../lib/people.ts';
import type { useMessageSearch } from '../../api/use-message-search.ts';
import { searchTexts as said } from '../../search-texts.ts';
import { SearchResult } from './search-result.tsx';
import styles from './search-results.module.css';

type SearchResultsProps = ReturnType<typeof useMessageSearch> & {
  directory: Directory;
  /** The name of a chat, when the results come from several chats. */
  titleOf: ((chatId: string) => string | undefined) | undefined;
  onOpen: () => void;
};

export function SearchResults(results: SearchResultsProps) {
  return (
    <>
      <Said>
        <p className="visually-hidden">{spokenOf(results)}</p>
      </Said>
      <Shown {...results} />
    </>
  );
}

// A page may be empty although more pages follow.
const noneOf = (more: SearchResultsProps['more']) => (more ? said.noneYet : said.none);

function spokenOf({ state, outdated, messages, more }: SearchResultsProps): string {
  if (state === 'searching' || outdated) return '';
  if (state !== 'found') return notes[state];
  return messages.length === 0 ? noneOf(more) : said.found(messages.length, !more);
}

function Shown({ state, q, outdated, messages, more, ...rest }: SearchResultsProps) {
  const { directory, titleOf, onOpen, retry } = rest;
  if (state === 'searching') return <ResultsSkeleton />;
  if (state !== 'found') {
    return (
      <Placeholder className={styles.note} onRetry={state === 'failed' ? retry : undefined}>
        {notes[state]}
      </Placeholder>
    );
  }
  return (
    <>
      {messages.length === 0 ? (
        <Placeholder className={styles.note}>{noneOf(more)}</Placeholder>
      ) : (
        <ul className={styles.results} data-outdated={outdated} aria-label={said.title}>
          {messages.map((message) => (
            <li key={message.id}>
              <SearchResult
                message={message}
                words={q}
                directory={directory}
                chatTitle={titleOf?.(message.chatId)}
                onOpen={onOpen}
              />
            </li>
          ))}
        </ul>
      )}
      {more && <More words={said.more} loadingWords={said.loadingMore} {...more} />}
    </>
  );
}

const notes = { short: said.tooShort, offline: said.offline, failed: said.failed } as const;

const widths = ['70%', '90%', '55%'];

function ResultsSkeleton() {
  return (
    <div role="status" aria-label={said.searching}>
      {widths.map((width) => (
        <div key={width} className={styles.ghost}>
          <Skeleton width="40%" />
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}
