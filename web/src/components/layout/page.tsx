import type { ReactNode } from 'react';
import { useTitle } from '../../lib/use-title.ts';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** The name in the browser's tab, if it differs from the title. */
  tab?: string;
  sentence?: ReactNode;
  /** For tables rather than text. */
  wide?: boolean;
  children?: ReactNode;
}

/** One column: a title, one sentence under it, then cards. */
export function Page({ title, tab = title, sentence, wide = false, children }: PageProps) {
  useTitle(tab);
  return (
    <div className={`${styles.page} ${wide ? styles.wide : ''}`}>
      <header>
        <h1 dir="auto">{title}</h1>
        {sentence !== undefined && <p className={styles.sentence}>{sentence}</p>}
      </header>
      {children}
    </div>
  );
}

export function Card({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={styles.card}>
      {title !== undefined && <h2>{title}</h2>}
      {children}
    </section>
  );
}
