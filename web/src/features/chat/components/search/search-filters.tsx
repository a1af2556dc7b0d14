import { Button } from '../../../../components/ui/button.tsx';
import { Choice, TextField } from '../../../../components/ui/field.tsx';
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

export interface NamedId {
  readonly id: string;
  readonly name: string;
}

interface SearchFiltersProps {
  id: string;
  chosen: ChosenBounds;
  people: readonly NamedId[];
  /** Left out for a search within one chat. */
  chats?: readonly NamedId[] | undefined;
  onChange: (chosen: ChosenBounds) => void;
}

const said = searchTexts;

const withNone = (words: string, all: readonly NamedId[]) =>
  [['', words], ...all.map(({ id, name }) => [id, name] as const)] as const;

export function SearchFilters({ id, chosen, people, chats, onChange }: SearchFiltersProps) {
  const change = (to: Partial<ChosenBounds>) => onChange({ ...chosen, ...to });
  return (
    <div id={id} className={styles.filters} role="group" aria-label={said.filters}>
      <Choice
        beside
        label={said.from}
        value={chosen.sender}
        choices={withNone(said.anyone, people)}
        onChange={(sender) => change({ sender })}
      />
      {chats !== undefined && (
        <Choice
          beside
          label={said.chat}
          value={chosen.chat}
          choices={withNone(said.anyChat, chats)}
          onChange={(chat) => change({ chat })}
        />
      )}
      {(['since', 'until'] as const).map((end) => (
        <TextField
          key={end}
          beside
          label={said[end]}
          type="date"
          value={chosen[end]}
          onChange={(event) => change({ [end]: event.target.value })}
        />
      ))}
      {Object.values(chosen).some(Boolean) && (
        <Button look="link" onClick={() => onChange(noBounds)}>
          {said.clear}
        </Button>
      )}
    </div>
  );
}
