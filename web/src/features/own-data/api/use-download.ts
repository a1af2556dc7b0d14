import { prepareDownload } from '@koinonia/contracts/own-data.ts';
import { useMutation } from '@tanstack/react-query';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { request } from '../../../lib/api/request.ts';
import { toast } from '../../../lib/toast.ts';
import { unsavedDuring } from '../../../lib/unsaved.ts';
import { texts } from '../texts.ts';

/** The browser itself downloads it to the disk: it may be larger than a page on a phone can hold in memory. */
function fetchByBrowser(url: string) {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

export function useDownload() {
  return useMutation({
    mutationFn: () => unsavedDuring(request(prepareDownload)),
    networkMode: 'always',
    onSuccess({ url }) {
      fetchByBrowser(url);
      toast.success(texts.downloadBegun);
    },
    onError(error) {
      // A daily limit (429) is a refusal too, and its words say more.
      const isRefused = wasRefused(error) || wasRefused(error, 429);
      toast.error(isRefused ? error.message : texts.downloadFailed);
    },
  });
}
