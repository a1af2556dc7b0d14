import type { AuditEntry } from '@koinonia/contracts/audit.ts';
import { auditTexts as texts } from '../../audit-texts.ts';
import { texts as consoleTexts } from '../../texts.ts';
import { ConsoleTable } from '../frame/console-table.tsx';
import { AuditLine } from './audit-line.tsx';
import styles from './audit.module.css';

interface AuditTableProps {
  entries: readonly AuditEntry[];
  onPerson: (uid: string) => void;
}

export function AuditTable({ entries, onPerson }: AuditTableProps) {
  return (
    <ConsoleTable label={consoleTexts.sections.audit} className={styles.table} titles={texts.columns}>
      {entries.map((entry) => (
        <AuditLine key={entry.seq} entry={entry} onPerson={onPerson} />
      ))}
    </ConsoleTable>
  );
}
