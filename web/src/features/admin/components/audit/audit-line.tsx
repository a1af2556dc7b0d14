import type { AuditEntry } from '@koinonia/contracts/audit.ts';
import { Button } from '../../../../components/ui/button.tsx';
import { formatDay, formatExact, formatTime } from '../../../../lib/format.ts';
import { auditTexts as texts } from '../../audit-texts.ts';
import { wordsOf } from '../../model/audit-words.ts';
import styles from './audit.module.css';

interface AuditLineProps {
  entry: AuditEntry;
  onPerson: (uid: string) => void;
}

export function AuditLine({ entry, onPerson }: AuditLineProps) {
  const { by, at, target, address, device } = entry;
  const { verb, namesTarget, tail, details } = wordsOf(entry);
  return (
    <tr>
      <td className={styles.when}>
        <time dateTime={at} title={formatExact(at)}>
          {formatDay(at)}, {formatTime(at)}
        </time>
      </td>
      <td className={styles.what}>
        <p>
          {by === null ? texts.server : <Person uid={by.uid} name={by.displayName} onPerson={onPerson} />} {verb}
          {namesTarget && target !== null && (
            <>
              {' '}
              {target.kind === 'person' ? (
                <Person uid={target.id} name={target.name} onPerson={onPerson} />
              ) : (
                <bdi className={styles.thing}>{target.name || texts.forgotten}</bdi>
              )}
            </>
          )}
          {tail !== '' && ` ${tail}`}
        </p>
        {details.length > 0 && (
          <ul className={styles.details}>
            {details.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        )}
      </td>
      <td className={styles.from}>
        {address === '' ? (
          texts.unknownPlace
        ) : (
          <>
            <span>{device}</span> <span className={styles.address}>{address}</span>
          </>
        )}
      </td>
    </tr>
  );
}

/** A name that leads to all that concerns this person. */
function Person({ uid, name, onPerson }: { uid: string; name: string; onPerson: (uid: string) => void }) {
  const shown = name || texts.somebody;
  return (
    <Button look="link" title={texts.onlyThis(shown)} onClick={() => onPerson(uid)}>
      <bdi>{shown}</bdi>
    </Button>
  );
}
