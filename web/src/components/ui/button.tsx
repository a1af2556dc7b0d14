import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent } from 'react';
import styles from './button.module.css';
import { Icon, type IconName } from './icon.tsx';

type NativeButton = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & { ref?: React.Ref<HTMLButtonElement> };

/** Nor is a form sent, by the button or by Enter in a field. */
const nothing = (event: MouseEvent) => event.preventDefault();

/**
 * 'main' is the primary action, 'danger' destroys something, 'quiet' is one of several, 'link' is a word within text. While
 * it is disabled, as during its action, it keeps the focus, which the attribute `disabled` would take away.
 */
export function Button({
  look = 'quiet',
  type = 'button',
  disabled = false,
  onClick,
  ...rest
}: NativeButton & { look?: 'main' | 'danger' | 'quiet' | 'link' }) {
  return (
    <button
      type={type}
      className={`${styles.button} ${styles[look]}`}
      aria-disabled={disabled || undefined}
      onClick={disabled ? nothing : onClick}
      {...rest}
    />
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
