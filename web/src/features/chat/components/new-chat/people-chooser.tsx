import type { Person } from '@koinonia/contracts/identity.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type Ref } from 'react';
import { Placeholder } from '../../../../components/ui/placeholder.tsx';
import { Said } from '../../../../components/ui/said.tsx';
import { SearchBox } from '../../../../components/ui/search-box.tsx';
import { hasFailed } from '../../../../lib/has-failed.ts';
import { useFailureToast } from '../../../../lib/use-failure-toast.ts';
import { peopleToChoose } from '../../model/people-to-choose.ts';
import { newChatTexts } from '../../new-chat-texts.ts';
import styles from './people-chooser.module.css';
import { PersonChoice } from './person-choice.tsx';

interface PeopleChooserProps {
  people: UseQueryResult<Person[]>;
  /** People who cannot be chosen: oneself, and those who are in the chat already. */
  without: readonly string[];
  /** The words for when there is nobody else. */
  nobody?: string;
  chosen: readonly string[];
  /** While the chosen ones are on their way to the server. */
  locked?: boolean;
  onChange: (chosen: readonly string[]) => void;
  search: Ref<HTMLInputElement>;
}

/** A list of people to search by name or e-mail, with a checkmark at each chosen one. */
export function PeopleChooser({
  people,
  without,
  nobody = newChatTexts.noUsers,
  chosen,
  locked = false,
  onChange,
  search,
}: PeopleChooserProps) {
  const [words, setWords] = useState('');
  // Whoever was chosen before the words changed: nobody moves away from the finger that chooses them.
  const [first, setFirst] = useState(chosen);
  const shown = peopleToChoose(people.data ?? [], { without, words, first });

  useFailureToast(people, newChatTexts.usersFailed);

  function lookFor(changed: string) {
    setWords(changed);
    setFirst(chosen);
  }

  const choose = (uid: string) =>
    onChange(chosen.includes(uid) ? chosen.filter((one) => one !== uid) : [...chosen, uid]);

  return (
    <>
      <SearchBox ref={search} label={newChatTexts.searchPeople} value={words} onChange={lookFor} />
      <ul className={styles.people} aria-label={newChatTexts.people}>
        {shown.map((person) => (
          <li key={person.uid}>
            <PersonChoice
              person={person}
              chosen={chosen.includes(person.uid)}
              locked={locked}
              onChoose={() => choose(person.uid)}
            />
          </li>
        ))}
        {shown.length === 0 && people.data === undefined && (
          <li className={styles.none}>
            <NotYet people={people} />
          </li>
        )}
      </ul>
      <Said>
        {shown.length === 0 && people.data !== undefined && (
          <p className={styles.none}>{(words.trim() === '' && nobody) || newChatTexts.noUsers}</p>
        )}
      </Said>
    </>
  );
}

function NotYet({ people }: Pick<PeopleChooserProps, 'people'>) {
  if (!hasFailed(people) && !people.isPaused) return newChatTexts.loadingPeople;
  return <Placeholder onRetry={() => people.refetch()}>{newChatTexts.peopleNotHere}</Placeholder>;
}
