import type { ReactNode } from 'react';
import styles from './table.module.css';

interface ConsoleTableProps {
  label: string;
  /** The class that sets the widths of its columns. */
  className: string | undefined;
  /** In the order of the columns. */
  titles: Readonly<Record<string, string>>;
  children: ReactNode;
}

/** A table; on narrow screens its rows become cards. */
export function ConsoleTable({ label, className, titles, children }: ConsoleTableProps) {
  return (
    <div className={styles.frame}>
      <table className={`${styles.table} ${className}`} aria-label={label}>
        <thead>
          <tr>
            {Object.values(titles).map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
