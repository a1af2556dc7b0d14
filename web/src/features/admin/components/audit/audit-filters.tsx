import { actNames, acts, somebody } from '@koinonia/contracts/audit-words.ts';
import { useQuery } from '@tanstack/react-query';
import { IconButton } from '../../../../components/ui/button.tsx';
import fields from '../../../../components/ui/field.module.css';
import { SearchBox } from '../../../../components/ui/search-box.tsx';
import { isolated } from '../../../../lib/format.ts';
import { personQuery } from '../../../../lib/people.ts';
import { auditTexts as texts } from '../../audit-texts.ts';
import type { AuditChoice } from '../../model/audit-filter.ts';
import shared from '../frame/filters.module.css';
import styles from './audit.module.css';

interface AuditFiltersProps {
  choice: AuditChoice;
  onChange: (change: Partial<AuditChoice>) => void;
}

export function AuditFilters({ choice, onChange }: AuditFiltersProps) {
  return (
    <search className={shared.tools}>
      <div className={`${shared.filters} ${styles.filters}`}>
        <div className={shared.wide}>
          <SearchBox label={texts.search} value={choice.search} onChange={(search) => onChange({ search })} />
        </div>
        <label className={`${fields.field} ${shared.wide}`}>
          <span className={fields.label}>{texts.action}</span>
          <select
            className={fields.control}
            value={choice.act ?? ''}
            onChange={(event) => onChange({ act: acts.find((act) => act === event.target.value) })}
          >
            <option value="">{texts.allActions}</option>
            {acts.map((act) => (
              <option key={act} value={act}>
                {actNames[act]}
              </option>
            ))}
          </select>
        </label>
        <Day label={texts.from} value={choice.from} onChange={(from) => onChange({ from })} />
        <Day label={texts.to} value={choice.to} onChange={(to) => onChange({ to })} />
        {choice.person !== undefined && (
          <ChosenPerson uid={choice.person} onLeave={() => onChange({ person: undefined })} />
        )}
      </div>
    </search>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}

function Day({ label, value = '', onChange }: DayProps) {
  return (
    <label className={fields.field}>
      <span className={fields.label}>{label}</span>
      <input
        className={fields.control}
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      />
    </label>
  );
}

function ChosenPerson({ uid, onLeave }: { uid: string; onLeave: () => void }) {
  const { data } = useQuery(personQuery(uid));
  return (
    <p className={`${shared.wide} ${styles.chosen}`}>
      <span>{texts.only(isolated(data?.displayName || somebody))}</span>
      <IconButton icon="close" label={texts.everyone} onClick={onLeave} />
    </p>
  );
}
