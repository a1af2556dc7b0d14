import { useId, type ReactNode } from 'react';
import { NotHere, Nothing } from '../../../../components/ui/not-here.tsx';
import { useKeptFocus } from '../../../../lib/use-kept-focus.ts';
import styles from './section.module.css';

interface SectionProps {
  title: string;
  sentence?: string;
  /** What stands above it whatever there is to show. */
  tools?: ReactNode;
  query: { data: unknown; isError: boolean; refetch: () => unknown };
  /** What to say when nothing of it could be had. */
  failed: string;
  /** What to say when there is nothing. */
  empty?: string | undefined;
  children: ReactNode;
}

/** A part of the console that shows what was asked for: or that it is coming, could not be had, or is nothing. */
export function Section({ title, sentence, tools, query, failed, empty, children }: SectionProps) {
  const titleId = useId();
  const { fallback, around } = useKeptFocus<HTMLHeadingElement>();
  return (
    <section className={styles.section} aria-labelledby={titleId} {...around}>
      <header>
        <h2 id={titleId} ref={fallback} className={styles.title} tabIndex={-1}>
          {title}
        </h2>
        {sentence !== undefined && <p className={styles.sentence}>{sentence}</p>}
      </header>
      {tools}
      {query.data === undefined ? (
        <NotHere framed failed={query.isError} words={failed} onRetry={() => void query.refetch()} />
      ) : empty !== undefined ? (
        <Nothing>{empty}</Nothing>
      ) : (
        children
      )}
    </section>
  );
}
