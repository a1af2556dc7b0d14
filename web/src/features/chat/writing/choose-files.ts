import { maxAttachmentBytes } from '@koinonia/contracts/media.ts';
import { randomId } from '../../../lib/random-id.ts';
import { toast } from '../../../lib/toast.ts';
import { shownAsPicture } from '../model/attachment.ts';
import { texts } from '../texts.ts';
import type { ChosenFile } from './chosen-files.ts';
import { isReadable } from './is-readable.ts';

/** Width and height as displayed; null if this browser cannot show the file. */
async function measure(file: File): Promise<{ width: number; height: number } | null> {
  const address = URL.createObjectURL(file);
  try {
    return await new Promise((resolve, reject) => {
      const picture = new Image();
      picture.addEventListener('load', () => resolve({ width: picture.naturalWidth, height: picture.naturalHeight }));
      picture.addEventListener('error', reject);
      picture.src = address;
    });
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function choose(file: File): Promise<ChosenFile | null> {
  if (file.size > maxAttachmentBytes) return (toast.error(texts.fileTooLarge(file.name)), null);
  if (!(await isReadable(file))) return (toast.error(texts.notAFile(file.name)), null);
  const size = shownAsPicture(file.type) ? await measure(file) : null;
  return {
    id: randomId(),
    file,
    about: {
      name: file.name,
      contentType: file.type,
      size: file.size,
      width: size?.width ?? null,
      height: size?.height ?? null,
      placeholder: null,
    },
  };
}

/** Checks the files that somebody chose, and says which of them cannot be sent. */
export async function chooseFiles(files: Iterable<File>): Promise<ChosenFile[]> {
  const chosen = await Promise.all([...files].map(choose));
  return chosen.filter((one) => one !== null);
}
