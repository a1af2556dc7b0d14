import type { InputHTMLAttributes, Ref } from 'react';

interface FileInputProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'accept' | 'multiple' | 'capture'> {
  ref: Ref<HTMLInputElement>;
  /** The accessible name, if no button provides one. */
  label?: string;
  /** `others`: only with `multiple`. */
  onChoose: (file: File, ...others: File[]) => void;
}

/** A hidden file input that a button opens. */
export function FileInput({ ref, label, onChoose, ...kinds }: FileInputProps) {
  return (
    <input
      ref={ref}
      hidden
      type="file"
      aria-label={label}
      {...kinds}
      onChange={(event) => {
        const [file, ...others] = event.target.files ?? [];
        // Reset, so that the same file can be chosen again after a correction.
        event.target.value = '';
        if (file !== undefined) onChoose(file, ...others);
      }}
    />
  );
}
