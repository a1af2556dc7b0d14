import { useRef } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { FileInput } from '../../../../components/ui/file-input.tsx';
import { Icon } from '../../../../components/ui/icon.tsx';

interface ChooseFileProps {
  label: string;
  disabled: boolean;
  onChoose: (file: File) => void;
}

export function ChooseFile({ label, disabled, onChoose }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput ref={input} label={label} accept=".csv,text/csv,text/plain" onChoose={onChoose} />
      <Button icon={<Icon name="file" size={18} />} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
