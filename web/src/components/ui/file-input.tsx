import type { Ref } from 'react';

interface FileInputProps {
  ref: Ref<HTMLInputElement>;
  /** Its name, where no button gives it one. */
  label?: string;
  accept: string;
  onChoose: (file: File) => void;
}

/** What a button opens that lets one choose a file. */
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
        // So that the same file, corrected, can be chosen again.
        event.target.value = '';
        if (file !== undefined) onChoose(file);
      }}
    />
  );
}
