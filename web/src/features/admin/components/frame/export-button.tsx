import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../../components/ui/button.tsx';
import { Icon } from '../../../../components/ui/icon.tsx';
import { toast } from '../../../../lib/toast.ts';
import { auditKey } from '../../api/audit-query.ts';
import { texts } from '../../texts.ts';

interface ExportButtonProps {
  /** True while it is unknown whether there is anything to export. */
  disabled?: boolean;
  /** Starts the download of a file. */
  make: () => Promise<void>;
}

export function ExportButton({ disabled = false, make }: ExportButtonProps) {
  const queries = useQueryClient();
  const file = useMutation({
    mutationFn: make,
    networkMode: 'always',
    // The log records it.
    onSuccess: () => void queries.invalidateQueries({ queryKey: auditKey }),
    onError: () => toast.error(texts.exportFailed),
  });
  return (
    <Button
      icon={<Icon name="download" size={18} />}
      disabled={disabled}
      pending={file.isPending}
      pendingWords={texts.exporting}
      onClick={() => file.mutate()}
    >
      {texts.exportCsv}
    </Button>
  );
}
