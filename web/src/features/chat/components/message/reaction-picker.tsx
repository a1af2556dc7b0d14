import { Menu as Base } from '@base-ui/react/menu';
import type { KeyboardEvent } from 'react';
import { reactionEmojis } from '../../model/reactions.ts';
import { texts } from '../../texts.ts';
import styles from './reaction-picker.module.css';

interface ReactionPickerProps {
  /** The emojis that this person has already used on the message. */
  mine: readonly string[];
  onPick: (emoji: string, on: boolean) => void;
}

/** Left and right move along the row, down leaves it: the menu itself handles only up and down. */
function onKeyDown(event: KeyboardEvent<HTMLElement>) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitemcheckbox]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const next =
    event.key === 'ArrowDown'
      ? event.currentTarget.parentElement?.querySelector<HTMLElement>('[role=menuitem]')
      : step !== undefined && items[(at + step + items.length) % items.length];
  if (!next || at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}

export function ReactionPicker({ mine, onPick }: ReactionPickerProps) {
  return (
    <Base.Group className={styles.row} aria-label={texts.reactions} onKeyDown={onKeyDown}>
      {reactionEmojis.map((emoji) => (
        <Base.CheckboxItem
          key={emoji}
          className={styles.emoji}
          aria-label={texts.reactionNames[emoji]}
          label={texts.reactionNames[emoji] ?? ''}
          title={texts.reactionNames[emoji]}
          checked={mine.includes(emoji)}
          onCheckedChange={(on) => onPick(emoji, on)}
        >
          <span aria-hidden="true">{emoji}</span>
        </Base.CheckboxItem>
      ))}
    </Base.Group>
  );
}
