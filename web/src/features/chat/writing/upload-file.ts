import type { AnswerOf } from '@koinonia/contracts/call.ts';
import { findUpload, uploadAttachment } from '@koinonia/contracts/media.ts';
import { ApiError, wasRefused } from '../../../lib/api/api-error.ts';
import { request, uploading } from '../../../lib/api/request.ts';
import type { OutboxEntry } from '../../../lib/outbox/outbox-database.ts';
import type { Uploaded } from '../../../lib/outbox/outbox.ts';
import { attachmentOf } from '../model/normalise.ts';
import { texts } from '../texts.ts';
import { isReadable } from './is-readable.ts';
import type { UploadProgress } from './upload-progress.ts';

interface UploadOptions {
  readonly signal: AbortSignal;
  readonly progress: UploadProgress;
  /** The server may have the file already, although its answer was lost. */
  readonly wasTried: boolean;
}

/** Uploads the file of a message, unless the server has it. Null when the answer has no address. */
export async function uploadFile(
  { clientId, chatId, file, attachment }: OutboxEntry,
  { signal, progress, wasTried }: UploadOptions,
): Promise<Uploaded | null> {
  if (file === undefined || attachment === undefined) return null;
  const form = new FormData();
  form.append('attachment', file, attachment.name);
  progress.set(clientId, 0);
  try {
    const input = { params: { id: chatId }, query: { clientId } };
    const upload = uploading({ signal, onProgress: (part) => progress.set(clientId, part) });
    const sent = wasTried ? await request(findUpload, { ...input, signal }).then(attachmentIn, noneIfUnknown) : null;
    // Otherwise its upload would look like a network failure.
    if (sent === null && !(await isReadable(file))) throw new ApiError(texts.fileUnreadable, { status: 400 });
    const answer: { url?: string } | null = sent ?? (await upload(uploadAttachment, { ...input, body: form }));
    if (!answer?.url) return null;
    return { attachmentUrl: answer.url, attachment: attachmentOf(answer) ?? attachment };
  } finally {
    progress.set(clientId, undefined);
  }
}

const attachmentIn = ({ attachment }: AnswerOf<typeof findUpload>) => attachment;

/** During an update, an older server does not know this call. If the chat is gone, the upload fails as well. */
function noneIfUnknown(error: unknown): null {
  if (wasRefused(error, 404)) return null;
  throw error;
}
