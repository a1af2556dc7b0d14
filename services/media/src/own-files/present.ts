import type { OwnFile } from '@koinonia/contracts/media-internal.ts';
import type { UploadRow } from '../database/schema.ts';

export const isAnimation = ({ kind, animated }: UploadRow) => kind === 'attachment' && animated;

export const presentOwnFile = (upload: UploadRow): Required<OwnFile> => ({
  id: upload.id,
  kind: upload.kind,
  name: upload.file_name,
  contentType: upload.content_type,
  size: upload.size,
  isImage: upload.width !== null,
  isAnimation: isAnimation(upload),
  chatId: upload.chat_id,
  sentAt: upload.created_at.toISOString(),
  readable: upload.state === 'ready',
});
