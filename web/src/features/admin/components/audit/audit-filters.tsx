import { maxConsoleSearchLength } from '@koinonia/contracts/common.ts';
import type { Act } from '@koinonia/contracts/audit.ts';
import { actNames, acts, somebody } from '@koinonia/contracts/audit-words.ts';
import { useQuery } from '@tanstack/react-query';
import { IconButton } from '../../../../components/ui/button.tsx';
import { Choice, TextField } from '../../../../components/ui/field.tsx';
import { SearchBox } from '../../../../components/ui/search-box.tsx';
import { isolated } from '../../../../lib/format.ts';
import { personQuery } from '../../../../lib/people.ts';
import { useTyped } from '../../../../lib/use-typed.ts';
import { auditTexts as texts } from '../../audit-texts.ts';
import type { AuditChoice } from '../../model/audit-filter.ts';
import shared from '../frame/filters.module.css';
import styles from './audit.module.css';

const everyAct: readonly (readonly [Act | '', string])[] = [
  ['', texts.allActions],
  ...acts.map((act) => [act, actNames[act]] as const),
];

interface AuditFiltersProps {
  choice: AuditChoice;
  onChange: (change: Partial<AuditChoice>) => void;
}

export function AuditFilters({ choice, onChange }: AuditFiltersProps) {
  const [search, setSearch] = useTyped(choice.search, (typed) => onChange({ search: typed }));
  return (
    <search className={shared.tools}>
      <div className={`${shared.filters} ${styles.filters}`}>
        <div className={shared.wide}>
          <SearchBox label={texts.search} value={search} longest={maxConsoleSearchLength} onChange={setSearch} />
        </div>
        <Choice
          label={texts.action}
          className={shared.wide}
          value={choice.act ?? ''}
          choices={everyAct}
          onChange={(act) => onChange({ act: act === '' ? undefined : act })}
        />
        <Day
          label={texts.from}
          value={choice.from}
          bound={{ max: choice.to }}
          onChange={(from) => onChange({ from })}
        />
        <Day label={texts.to} value={choice.to} bound={{ min: choice.from }} onChange={(to) => onChange({ to })} />
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
  /** The other one, which this one must not cross. */
  bound: { min?: string | undefined } | { max?: string | undefined };
  onChange: (day: string | undefined) => void;
}

function Day({ label, value = '', bound, onChange }: DayProps) {
  const [day, setDay] = useTyped(value, (typed) => onChange(typed === '' ? undefined : typed));
  return (
    <TextField label={label} type="date" {...bound} value={day} onChange={(event) => setDay(event.target.value)} />
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
