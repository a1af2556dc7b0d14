import { exportAudit } from '@koinonia/contracts/audit.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { More } from '../../../../components/ui/more.tsx';
import { download } from '../../../../lib/api/download.ts';
import { moreOf } from '../../../../lib/more-of.ts';
import { useSettled } from '../../../../lib/use-settled.ts';
import { auditQuery } from '../../api/audit-query.ts';
import { auditTexts as texts } from '../../audit-texts.ts';
import { addressOf, choiceOf, filterOf, type AuditChoice } from '../../model/audit-filter.ts';
import { texts as consoleTexts } from '../../texts.ts';
import { ConsoleTable } from '../frame/console-table.tsx';
import { ExportButton } from '../frame/export-button.tsx';
import lines from '../frame/lines.module.css';
import { Section } from '../frame/section.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditLine } from './audit-line.tsx';
import { AuditState } from './audit-state.tsx';
import styles from './audit.module.css';

export function AuditPage() {
  const [address, setAddress] = useSearchParams();
  const choice = choiceOf(address);
  const filter = filterOf({ ...choice, search: useSettled(choice.search) });
  const log = useInfiniteQuery(auditQuery(filter));
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  const more = moreOf(log);
  const total = log.data?.pages[0]?.total ?? 0;

  function change(part: Partial<AuditChoice>) {
    // Not by what is drawn: a slow device may not have drawn the last change yet.
    const now = choiceOf(new URLSearchParams(location.search));
    setAddress(addressOf({ ...now, ...part }), { replace: true });
  }
  const nothing = address.size === 0 ? texts.nothing : texts.nothingFound;

  return (
    <Section
      title={consoleTexts.sections.audit}
      sentence={texts.sentence}
      tools={
        <>
          <AuditState />
          <AuditFilters choice={choice} onChange={change} />
        </>
      }
      query={log}
      failed={texts.notHere}
      empty={log.data !== undefined && entries.length === 0 ? nothing : undefined}
    >
      <div className={lines.above}>
        <p className={lines.count} role="status">
          {texts.entries(total)}
        </p>
        <ExportButton make={() => download(exportAudit, { query: filter })} />
      </div>
      <ConsoleTable label={consoleTexts.sections.audit} className={styles.table} titles={texts.columns}>
        {entries.map((entry) => (
          <AuditLine key={entry.seq} entry={entry} onPerson={(person) => change({ person })} />
        ))}
      </ConsoleTable>
      {more && <More words={texts.older} {...more} />}
    </Section>
  );
}
