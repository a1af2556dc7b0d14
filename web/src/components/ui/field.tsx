import type { InputHTMLAttributes, ReactNode } from 'react';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  /** Places the field among others. */
  className?: string | undefined;
  children: ReactNode;
}

/** A control below its label. */
export function Field({ label, className = '', children }: FieldProps) {
  return (
    <label className={`${styles.field} ${className}`}>
      <span className={styles.label}>{label}</span>
      {children}
    </label>
  );
}

/** A text or date field. */
export function TextField({
  label,
  ...input
}: { label: string } & Omit<InputHTMLAttributes<HTMLInputElement>, 'className'>) {
  return (
    <Field label={label}>
      <input className={styles.control} {...input} />
    </Field>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  className?: string | undefined;
  value: Value;
  /** Each value with its label. */
  choices: readonly (readonly [value: Value, words: string])[];
  onChange: (value: Value) => void;
}

/** A choice between a few values. */
export function Choice<Value extends string>({ label, className, value, choices, onChange }: ChoiceProps<Value>) {
  const choose = (wanted: string) => {
    const found = choices.find(([one]) => one === wanted);
    if (found !== undefined) onChange(found[0]);
  };
  return (
    <Field label={label} className={className}>
      <select className={styles.control} value={value} onChange={(event) => choose(event.target.value)}>
        {choices.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </Field>
  );
}
