import { mentionsEveryone } from '@koinonia/contracts/chat.ts';
import { Avatar } from '../../../../components/ui/avatar.tsx';
import menu from '../../../../components/ui/menu.module.css';
import type { Directory } from '../../../../lib/people.ts';
import { texts } from '../../texts.ts';
import styles from './suggestion-list.module.css';
import type { Suggestion, Suggestions } from './use-suggestions.ts';

interface SuggestionListProps {
  suggestions: Suggestions;
  directory: Directory;
}

const intoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' });

/** A list above the box, which keeps the focus: arrow keys move in the list, Enter and Tab choose, Escape closes it. */
export function SuggestionList({ suggestions, directory }: SuggestionListProps) {
  const { options, active, listId, optionId, choose } = suggestions;

  return (
    <>
      <p className="visually-hidden" role="status">
        {options.length > 0 ? texts.suggestionCount(options.length) : ''}
      </p>
      {options.length > 0 && (
        <div className={`${menu.choices} ${styles.list}`} role="listbox" id={listId} aria-label={texts.suggestions}>
          {options.map((option, index) => (
            // The box handles the keyboard, and names the active option.
            // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events
            <div
              ref={index === active ? intoView : undefined}
              key={option.kind === 'mention' ? option.id : option.name}
              id={optionId(index)}
              className={`${menu.item} ${styles.option}`}
              role="option"
              aria-selected={index === active}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              <Option option={option} directory={directory} />
            </div>
          ))}
        </div>
      )}
    </>
  );
}

function Option({ option, directory }: { option: Suggestion; directory: Directory }) {
  if (option.kind === 'emoji')
    return (
      <>
        <span className={styles.emoji}>{option.emoji}</span>
        <span>:{option.name}:</span>
      </>
    );
  if (option.id === mentionsEveryone)
    return (
      <>
        <span className={styles.emoji} aria-hidden="true">
          @
        </span>
        <span className={styles.name}>{option.name}</span>
        <span className={styles.note}>{texts.mentionEveryone}</span>
      </>
    );
  return (
    <>
      <Avatar id={option.id} name={option.name} photoURL={directory.of(option.id).photoURL} size="small" />
      <bdi className={styles.name}>{option.name}</bdi>
    </>
  );
}
