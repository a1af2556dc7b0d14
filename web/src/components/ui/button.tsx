import { useRef, type AnchorHTMLAttributes, type ButtonHTMLAttributes, type MouseEvent, type ReactNode } from 'react';
import styles from './button.module.css';
import { Icon, type IconName } from './icon.tsx';

type NativeButton = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> & {
  ref?: React.Ref<HTMLButtonElement>;
};

/** `pendingWords`: what a button says during its action, while it is disabled. It has room for either. */
type Words =
  | { children?: ReactNode; pending?: never; pendingWords?: never }
  | { children: string; pending: boolean; pendingWords: string };

/** Also keeps a form from being submitted, by the button or by Enter in a field. */
const nothing = (event: MouseEvent) => event.preventDefault();

/** A disabled button keeps the focus, which the attribute `disabled` would take away. */
const pressable = (disabled: boolean, onClick: NativeButton['onClick']) => ({
  'aria-disabled': disabled || undefined,
  onClick: disabled ? nothing : onClick,
});

let last: { readonly button: Element; readonly words: string } | undefined;

/**
 * True for the rest of a double click that began on something else: on what stood here before, or on this button when it
 * still meant another thing. Nobody can have read what it would confirm, undo or do to the next line.
 */
function beganElsewhere({ currentTarget: button, detail }: MouseEvent<HTMLButtonElement>): boolean {
  const words = `${button.getAttribute('aria-label') ?? ''} ${button.textContent}`;
  if (detail > 1 && (last?.button !== button || last.words !== words)) return true;
  last = { button, words };
  return false;
}

/**
 * Ignores a second press at once: a button is disabled a moment after its action has begun, and a busy page may get both
 * taps before that. `leadsOn`: what it does may well be the next step after what stood here before.
 */
function useOnePress(onClick: NativeButton['onClick'], leadsOn = false): NativeButton['onClick'] {
  const isPressed = useRef(false);
  return (event) => {
    if (isPressed.current || (!leadsOn && beganElsewhere(event))) return event.preventDefault();
    isPressed.current = true;
    // Twice: after the timer that reports the action, which this event has yet to begin.
    setTimeout(() => setTimeout(() => (isPressed.current = false)));
    onClick?.(event);
  };
}

/**
 * 'main' is the primary action, 'danger' destroys something, 'quiet' is one of several, 'link' is a word within text.
 * During its action it is disabled. `icon` stands before its words.
 */
export function Button({
  look = 'quiet',
  type = 'button',
  disabled = false,
  icon,
  pending = false,
  pendingWords,
  onClick,
  children,
  ...rest
}: NativeButton & Words & { look?: 'main' | 'danger' | 'quiet' | 'link'; icon?: ReactNode }) {
  const press = useOnePress(onClick);
  return (
    <button
      type={type}
      className={`${styles.button} ${styles[look]}`}
      {...pressable(disabled || pending, press)}
      {...rest}
    >
      {icon}
      {pendingWords === undefined ? (
        children
      ) : (
        <span className={styles.words} data-others={pending ? children : pendingWords}>
          <span>{pending ? pendingWords : children}</span>
        </span>
      )}
    </button>
  );
}

/** A button that shows an icon; `label` is its name. `takesAway`: what it removes may be followed by another at its place. */
export function IconButton({
  icon,
  label,
  look = 'plain',
  type = 'button',
  disabled = false,
  takesAway = false,
  onClick,
  ...rest
}: NativeButton & { icon: IconName; label: string; look?: 'plain' | 'main'; takesAway?: boolean }) {
  const press = useOnePress(onClick, !takesAway);
  return (
    <button
      type={type}
      className={look === 'main' ? `${styles.icon} ${styles['icon-main']}` : styles.icon}
      aria-label={label}
      title={label}
      {...pressable(disabled, press)}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}

/** A link that looks like an `IconButton`. */
export function IconLink({
  icon,
  label,
  ...rest
}: Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className'> & { icon: IconName; label: string }) {
  return (
    <a className={styles.icon} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </a>
  );
}
