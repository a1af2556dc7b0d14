import type { Ref } from 'react';

interface FileInputProps {
  ref: Ref<HTMLInputElement>;
  /** The accessible name, if no button provides one. */
  label?: string;
  accept: string;
  onChoose: (file: File) => void;
}

/** A hidden file input that a button opens. */
export function FileInput({ ref, label, accept, onChoose }: FileInputProps) {
  return (
    <input
      ref={ref}
      hidden
      type="file"
      accept={accept}
      aria-label={label}
      onChange={(event) => {
        const file = event.target.files?.[0];
        // Reset, so that the same file can be chosen again after a correction.
        event.target.value = '';
        if (file !== undefined) onChoose(file);
      }}
    />
  );
}
