import { toast } from '../../../../lib/toast.ts';
import { texts } from '../../texts.ts';

/** Over plain http, except on localhost, a page has no clipboard, but it can still copy a selection. */
function copySelected(text: string): boolean {
  const box = document.createElement('textarea');
  box.value = text;
  box.className = 'visually-hidden';
  document.body.append(box);
  box.select();
  // oxlint-disable-next-line typescript/no-deprecated
  const done = document.execCommand('copy');
  box.remove();
  return done;
}

export async function copyText(text: string) {
  try {
    if (navigator.clipboard !== undefined) await navigator.clipboard.writeText(text);
    else if (!copySelected(text)) throw new Error('not copied');
    toast.success(texts.copied);
  } catch {
    toast.error(texts.copyFailed);
  }
}
