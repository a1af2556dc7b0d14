import type { AuditEntry } from '@koinonia/contracts/audit.ts';
import { auditTexts as texts } from '../../audit-texts.ts';
import { AuditLine } from './audit-line.tsx';
import shared from '../frame/table.module.css';
import styles from './audit.module.css';

interface AuditTableProps {
  entries: readonly AuditEntry[];
  onPerson: (uid: string) => void;
}

/** On narrow screens its rows are laid out as cards. */
export function AuditTable({ entries, onPerson }: AuditTableProps) {
  return (
    <div className={shared.frame}>
      <table className={`${shared.table} ${styles.table}`}>
        <thead>
          <tr>
            {Object.values(texts.columns).map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <AuditLine key={entry.seq} entry={entry} onPerson={onPerson} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
