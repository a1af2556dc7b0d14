import { uploadAttachment } from '@koinonia/contracts/media.ts';
import { uploading } from '../../../lib/api/request.ts';
import type { OutboxEntry } from '../../../lib/outbox/outbox-database.ts';
import type { Uploaded } from '../../../lib/outbox/outbox.ts';
import { attachmentOf } from '../model/normalise.ts';
import type { UploadProgress } from './upload-progress.ts';

/** Uploads the file of a message. Null when the answer has no address. */
export async function uploadFile(
  { clientId, chatId, file, attachment }: OutboxEntry,
  { signal, progress }: { signal: AbortSignal; progress: UploadProgress },
): Promise<Uploaded | null> {
  if (file === undefined || attachment === undefined) return null;
  const form = new FormData();
  form.append('attachment', file, attachment.name);
  progress.set(clientId, 0);
  try {
    const upload = uploading({ signal, onProgress: (part) => progress.set(clientId, part) });
    const answer: { url?: string } | null = await upload(uploadAttachment, { params: { id: chatId }, body: form });
    if (!answer?.url) return null;
    return { attachmentUrl: answer.url, attachment: attachmentOf(answer) ?? attachment };
  } finally {
    progress.set(clientId, undefined);
  }
}
