import { releaseAttachments } from '@koinonia/contracts/chat-internal.ts';
import type { MediaContext } from '../context.ts';
import type { UploadRow } from '../database/schema.ts';
import { attachmentAddress } from '../objects/addresses.ts';

type Addressed = Pick<UploadRow, 'id' | 'file_name' | 'content_type'>;

/** The ids of files that a message names, and of the others. */
export async function askChat(chat: MediaContext['chat'], uploads: readonly Addressed[], forget: boolean) {
  if (uploads.length === 0) return { named: [], unnamed: [] };
  const urls = uploads.map(attachmentAddress);
  const known = new Set((await chat.call(releaseAttachments, { body: { urls, forget } })).named);
  const isNamed = (upload: Addressed) => known.has(attachmentAddress(upload));
  return {
    named: uploads.filter(isNamed).map(({ id }) => id),
    unnamed: uploads.filter((upload) => !isNamed(upload)).map(({ id }) => id),
  };
}
