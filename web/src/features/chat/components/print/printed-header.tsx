import { formatDate, formatSpan } from '../../../../lib/format.ts';
import { useDay } from '../../../../lib/use-day.ts';
import type { Bubble } from '../../model/conversation.ts';
import { namesOnPaper } from '../../model/names-on-paper.ts';
import { texts } from '../../texts.ts';
import { printTexts } from '../../print-texts.ts';
import styles from './printed-chat.module.css';

interface PrintedHeaderProps {
  title: string;
  /** The names of all people in the chat. */
  names: readonly string[];
  bubbles: readonly Bubble[];
}

export function PrintedHeader({ title, names: all, bubbles }: PrintedHeaderProps) {
  const today = useDay();
  const { names, more } = namesOnPaper(all);
  const [first, last] = [bubbles[0], bubbles.at(-1)];
  return (
    <header className={styles.header}>
      <h1 dir="auto">{title}</h1>
      <p>
        {names.map((name, index) => (
          <span key={index}>
            {index > 0 && ', '}
            <bdi>{name}</bdi>
          </span>
        ))}
        {more > 0 && printTexts.others(more)}
      </p>
      <p>
        {first === undefined || last === undefined
          ? texts.noMessages
          : `${formatSpan(first.createdAt, last.createdAt)} · ${printTexts.count(bubbles.length)}`}
      </p>
      <p>{printTexts.printedOn(formatDate(today))}</p>
    </header>
  );
}
