import type { InputHTMLAttributes, ReactNode } from 'react';
import styles from './field.module.css';

interface FieldLook {
  label: string;
  /** With the label beside the control, in a smaller type. */
  beside?: boolean;
  /** Places the field among others. */
  className?: string | undefined;
}

/** A control below its label. */
export function Field({ label, beside = false, className = '', children }: FieldLook & { children: ReactNode }) {
  return (
    <label className={`${beside ? styles.beside : styles.field} ${className}`}>
      <span className={styles.label}>{label}</span>
      {children}
    </label>
  );
}

/** Of a date field: otherwise browsers take years of six digits, which are no dates to anybody else. */
const lastDay = '9999-12-31';

/** A text or date field. */
export function TextField({
  label,
  beside = false,
  ...input
}: Omit<FieldLook & InputHTMLAttributes<HTMLInputElement>, 'className'>) {
  return (
    <Field label={label} beside={beside}>
      <input className={styles.control} {...input} max={input.max ?? (input.type === 'date' ? lastDay : undefined)} />
    </Field>
  );
}

interface ChoiceProps<Value extends string> extends FieldLook {
  value: Value;
  /** Each value with its label. */
  choices: readonly (readonly [value: Value, words: string])[];
  onChange: (value: Value) => void;
}

/** A choice between a few values. */
export function Choice<Value extends string>({ value, choices, onChange, ...field }: ChoiceProps<Value>) {
  const choose = (wanted: string) => {
    const found = choices.find(([one]) => one === wanted);
    if (found !== undefined) onChange(found[0]);
  };
  return (
    <Field {...field}>
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
