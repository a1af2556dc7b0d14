import { Switch as Base } from '@base-ui/react/switch';
import { useId, type ReactNode } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  label: string;
  /** One plain sentence that says what it does. */
  children: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** On or off, effective at once: there is no button to save. */
export function Switch({ label, children, checked, onChange }: SwitchProps) {
  const sentence = useId();
  return (
    // The control is inside the label, in Base UI's own element.
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
        aria-label={label}
        aria-describedby={sentence}
        onCheckedChange={onChange}
      >
        <Base.Thumb className={styles.thumb} />
      </Base.Root>
    </label>
  );
}
