import { Switch as Base } from '@base-ui/react/switch';
import { useId, type ReactNode } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  label: string;
  /** One plain sentence on what it does. */
  children: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** On or off, at once: nothing else has to be pressed. */
export function Switch({ label, children, checked, disabled = false, onChange }: SwitchProps) {
  const sentence = useId();
  return (
    // The control is inside of it, in Base UI's own element.
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control
    <label className={styles.line}>
      <span>
        <span className={styles.label}>{label}</span>
        <span className={styles.sentence} id={sentence}>
          {children}
        </span>
      </span>
      <Base.Root
        className={styles.track}
        checked={checked}
        disabled={disabled}
        aria-label={label}
        aria-describedby={sentence}
        onCheckedChange={onChange}
      >
        <Base.Thumb className={styles.thumb} />
      </Base.Root>
    </label>
  );
}
