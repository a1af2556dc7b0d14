import { useRef } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { Icon } from '../../../../components/ui/icon.tsx';

export function ChooseFile({ label, onChoose }: { label: string; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        hidden
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // So that the same file, corrected, can be chosen again.
          event.target.value = '';
          if (file !== undefined) onChoose(file);
        }}
      />
      <Button onClick={() => input.current?.click()}>
        <Icon name="file" size={18} />
        {label}
      </Button>
    </>
  );
}
