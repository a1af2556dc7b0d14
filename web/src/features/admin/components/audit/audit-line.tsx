import type { AuditEntry } from '@koinonia/contracts/audit.ts';
import { auditWordsOf } from '@koinonia/contracts/audit-words.ts';
import { Button } from '../../../../components/ui/button.tsx';
import { formatDay, formatExact, formatTime, isolated } from '../../../../lib/format.ts';
import { useDay } from '../../../../lib/use-day.ts';
import { auditTexts as texts } from '../../audit-texts.ts';
import styles from './audit.module.css';

interface AuditLineProps {
  entry: AuditEntry;
  onPerson: (uid: string) => void;
}

export function AuditLine({ entry, onPerson }: AuditLineProps) {
  const { by, at, target, address, device } = entry;
  useDay();
  const words = auditWordsOf(entry, isolated);
  const withoutAddress = by === null ? texts.onServer : texts.notRecorded;
  return (
    <tr>
      <td className={styles.when}>
        <time dateTime={at} title={formatExact(at)}>
          {formatDay(at)}, {formatTime(at)}
        </time>
      </td>
      <td className={styles.what}>
        <p>
          {by === null ? words.doer : <Person uid={by.uid} name={words.doer} onPerson={onPerson} />} {words.verb}
          {words.target !== null && (
            <>
              {' '}
              {target?.kind === 'person' ? (
                <Person uid={target.id} name={words.target} onPerson={onPerson} />
              ) : (
                <bdi className={styles.thing}>{words.target}</bdi>
              )}
            </>
          )}
          {words.tail !== '' && ` ${words.tail}`}
        </p>
        {words.details.length > 0 && (
          <ul className={styles.details}>
            {words.details.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        )}
      </td>
      <td className={styles.from}>
        {address === '' ? (
          withoutAddress
        ) : (
          <>
            <span>{device}</span> <span className={styles.address}>{address}</span>
          </>
        )}
      </td>
    </tr>
  );
}

/** A name that links to all entries about this person. */
function Person({ uid, name, onPerson }: { uid: string; name: string; onPerson: (uid: string) => void }) {
  return (
    <Button look="link" title={texts.onlyThis(name)} onClick={() => onPerson(uid)}>
      <bdi>{name}</bdi>
    </Button>
  );
}
