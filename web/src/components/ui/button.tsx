import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import styles from './button.module.css';
import { Icon, type IconName } from './icon.tsx';

type NativeButton = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> & {
  ref?: React.Ref<HTMLButtonElement>;
};

/** `pendingWords` are what a button says during its action, when it is disabled: it has room for both. */
type Words =
  | { children?: ReactNode; pending?: never; pendingWords?: never }
  | { children: string; pending: boolean; pendingWords: string };

/** Nor is a form sent, by the button or by Enter in a field. */
const nothing = (event: MouseEvent) => event.preventDefault();

/**
 * 'main' is the primary action, 'danger' destroys something, 'quiet' is one of several, 'link' is a word within text. While
 * it is disabled, as during its action, it keeps the focus, which the attribute `disabled` would take away. `icon` stands
 * before its words.
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
  const waits = disabled || pending;
  return (
    <button
      type={type}
      className={`${styles.button} ${styles[look]}`}
      aria-disabled={waits || undefined}
      onClick={waits ? nothing : onClick}
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

/** A button that shows an icon; `label` is its name. */
export function IconButton({
  icon,
  label,
  look = 'plain',
  type = 'button',
  ...rest
}: NativeButton & { icon: IconName; label: string; look?: 'plain' | 'main' }) {
  return (
    <button
      type={type}
      className={`${styles.icon} ${styles[`icon-${look}`]}`}
      aria-label={label}
      title={label}
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
    <a className={`${styles.icon} ${styles['icon-plain']}`} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </a>
  );
}
