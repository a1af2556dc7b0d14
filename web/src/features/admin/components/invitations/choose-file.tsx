import { useRef } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { FileInput } from '../../../../components/ui/file-input.tsx';
import { Icon } from '../../../../components/ui/icon.tsx';

export function ChooseFile({ label, onChoose }: { label: string; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput ref={input} label={label} accept=".csv,text/csv,text/plain" onChoose={onChoose} />
      <Button onClick={() => input.current?.click()}>
        <Icon name="file" size={18} />
        {label}
      </Button>
    </>
  );
}
