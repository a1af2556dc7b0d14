import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../components/ui/button.tsx';
import { Icon } from '../../../../components/ui/icon.tsx';
import { texts as common } from '../../../../components/ui/texts.ts';
import { waitsForNetwork } from '../../../../lib/has-failed.ts';
import { auditStateQuery } from '../../api/audit-query.ts';
import { auditTexts as texts } from '../../audit-texts.ts';
import styles from './audit-state.module.css';

/** The server's verdict on whether entries of the log are missing or changed. */
export function AuditState() {
  const query = useQuery(auditStateQuery);
  const { data: known, isError, isFetching, isPaused, refetch } = query;
  // An earlier result says nothing about the log now.
  const data = isError ? undefined : known;
  const isWhole = data?.ok === true;
  const waits = waitsForNetwork(query);
  const title = waits
    ? common.waitsForNetwork
    : isFetching
      ? texts.checking
      : data === undefined
        ? texts.notChecked
        : isWhole
          ? texts.complete
          : texts.missingAfter((data.fault ?? 1) - 1);

  return (
    <section className={`${styles.state} ${data?.ok === false && !isFetching ? styles.broken : ''}`}>
      <Icon
        name={waits ? 'offline' : isFetching ? 'clock' : isWhole ? 'check' : 'warning'}
        className={isWhole ? styles.good : ''}
      />
      <div>
        <p className={styles.title} role="status">
          {title}
        </p>
        {data === undefined && !waits && (
          <p className={`${styles.sentence} ${styles.awaited}`}>{isError && !isFetching && texts.notKnownSentence}</p>
        )}
        {data !== undefined && (
          <p className={styles.sentence}>{isWhole ? texts.completeSentence(data.entries) : texts.missingSentence}</p>
        )}
        {data !== undefined && data.head !== '' && (
          <details className={styles.sentence}>
            <summary>{texts.seal}</summary>
            <code className={styles.seal}>{data.head}</code>
            <p>{texts.sealSentence}</p>
          </details>
        )}
      </div>
      <Button disabled={isFetching || isPaused} onClick={() => void refetch()}>
        {texts.checkAgain}
      </Button>
    </section>
  );
}
