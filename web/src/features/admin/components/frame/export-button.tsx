import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../../components/ui/button.tsx';
import { Icon } from '../../../../components/ui/icon.tsx';
import { toast } from '../../../../lib/toast.ts';
import { texts } from '../../texts.ts';

/** `make` downloads the file. */
export function ExportButton({ label, make }: { label: string; make: () => Promise<void> }) {
  const file = useMutation({
    mutationFn: make,
    networkMode: 'always',
    onError: () => toast.error(texts.exportFailed),
  });
  return (
    <Button disabled={file.isPending} onClick={() => file.mutate()}>
      <Icon name="download" size={18} />
      {file.isPending ? texts.exporting : label}
    </Button>
  );
}
