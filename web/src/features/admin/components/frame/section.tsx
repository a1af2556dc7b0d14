import { useId, type ReactNode } from 'react';
import { NotHere, Nothing } from '../../../../components/ui/not-here.tsx';
import { Said } from '../../../../components/ui/said.tsx';
import { type Asked, hasFailed, waitsForNetwork } from '../../../../lib/has-failed.ts';
import { useKeptFocus } from '../../../../lib/use-kept-focus.ts';
import { useRefusal } from '../../api/use-refusal.ts';
import { Answer } from './answer.tsx';
import styles from './section.module.css';

interface SectionProps {
  title: string;
  sentence: string;
  /** Controls above the content, shown in every state. */
  tools?: ReactNode;
  query: Asked & { error: Error | null; refetch: () => unknown };
  /** The words for a failure. */
  failed: string;
  /** Nothing is shown until the network is back. Default: as long as the query waits for it. */
  waits?: boolean;
  /** The words for an empty result. */
  empty?: string | undefined;
  children: ReactNode;
  /** Below the content, shown in every state. */
  foot?: ReactNode;
}

/** A part of the console with the result of a query, or a note that it is loading, failed or is empty. */
export function Section({
  title,
  sentence,
  tools,
  query,
  failed,
  waits = waitsForNetwork(query),
  empty,
  children,
  foot,
}: SectionProps) {
  useRefusal(query.error);
  const titleId = useId();
  const { fallback, around } = useKeptFocus<HTMLHeadingElement>();
  return (
    <section className={styles.section} aria-labelledby={titleId} {...around}>
      <header>
        <h2 id={titleId} ref={fallback} tabIndex={-1}>
          {title}
        </h2>
        <p className={styles.sentence}>{sentence}</p>
      </header>
      {tools}
      {query.data === undefined || waits ? (
        <NotHere framed failed={hasFailed(query)} words={failed} onRetry={() => query.refetch()} />
      ) : (
        empty === undefined && <Answer former={query.isPlaceholderData}>{children}</Answer>
      )}
      <Said>{empty !== undefined && !waits && <Nothing>{empty}</Nothing>}</Said>
      {foot}
    </section>
  );
}
