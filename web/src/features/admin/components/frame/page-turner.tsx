import { useRef } from 'react';
import { IconButton } from '../../../../components/ui/button.tsx';
import { pageRangeOf } from '../../model/paging.ts';
import { texts } from '../../texts.ts';
import styles from './page-turner.module.css';

/**
 * Links to the other pages, if there is more than one. From a page that has failed, only back: nothing is known of it. A page
 * is shown from the beginning of its section.
 */
export function PageTurner({ page, total, onTurn }: { page: number; total: number; onTurn: (page: number) => void }) {
  const { first, last, hasPrevious, hasNext } = pageRangeOf(page, total);
  const nav = useRef<HTMLElement>(null);
  function turnTo(next: number) {
    onTurn(next);
    nav.current?.closest('section')?.scrollIntoView();
  }
  if (!hasPrevious && !hasNext) return null;
  return (
    <nav ref={nav} className={styles.turner} data-on-paper aria-label={texts.pages}>
      <span className={styles.previous}>
        <IconButton icon="next" label={texts.previous} disabled={!hasPrevious} onClick={() => turnTo(page - 1)} />
      </span>
      <span role="status">{total > 0 && texts.range(first, last, total)}</span>
      <IconButton icon="next" label={texts.next} disabled={!hasNext} onClick={() => turnTo(page + 1)} />
    </nav>
  );
}
