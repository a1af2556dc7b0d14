import { Button } from '../../../../components/ui/button.tsx';
import fields from '../../../../components/ui/field.module.css';
import { searchTexts } from '../../search-texts.ts';
import styles from './search-filters.module.css';

/** The values of the fields: ids, and days as the browser writes them (`2026-11-21`); empty for no choice. */
export interface ChosenBounds {
  readonly sender: string;
  readonly chat: string;
  readonly since: string;
  readonly until: string;
}

export const noBounds: ChosenBounds = { sender: '', chat: '', since: '', until: '' };

export interface Choice {
  readonly id: string;
  readonly name: string;
}

interface SearchFiltersProps {
  id: string;
  chosen: ChosenBounds;
  people: readonly Choice[];
  /** Left out for a search within one chat. */
  chats?: readonly Choice[] | undefined;
  onChange: (chosen: ChosenBounds) => void;
}

const said = searchTexts;

export function SearchFilters({ id, chosen, people, chats, onChange }: SearchFiltersProps) {
  const change = (to: Partial<ChosenBounds>) => onChange({ ...chosen, ...to });
  return (
    <div id={id} className={styles.filters} role="group" aria-label={said.filters}>
      <ChoiceField
        label={said.from}
        none={said.anyone}
        value={chosen.sender}
        choices={people}
        onChoose={(sender) => change({ sender })}
      />
      {chats !== undefined && (
        <ChoiceField
          label={said.chat}
          none={said.anyChat}
          value={chosen.chat}
          choices={chats}
          onChoose={(chat) => change({ chat })}
        />
      )}
      <DayField label={said.since} value={chosen.since} onChoose={(since) => change({ since })} />
      <DayField label={said.until} value={chosen.until} onChoose={(until) => change({ until })} />
      {Object.values(chosen).some(Boolean) && (
        <Button look="link" onClick={() => onChange(noBounds)}>
          {said.clear}
        </Button>
      )}
    </div>
  );
}

interface ChoiceFieldProps {
  label: string;
  none: string;
  value: string;
  choices: readonly Choice[];
  onChoose: (id: string) => void;
}

function ChoiceField({ label, none, value, choices, onChoose }: ChoiceFieldProps) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <select className={fields.control} value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">{none}</option>
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function DayField({ label, value, onChoose }: { label: string; value: string; onChoose: (day: string) => void }) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <input className={fields.control} type="date" value={value} onChange={(event) => onChoose(event.target.value)} />
    </label>
  );
}
