import type { Attachment, AttachmentAbout } from '@koinonia/contracts/media.ts';
import type { UploadRow } from '../database/schema.ts';
import { attachmentAddress } from '../objects/addresses.ts';

export const presentAbout = (upload: UploadRow): AttachmentAbout => ({
  name: upload.file_name,
  contentType: upload.content_type,
  size: upload.size,
  width: upload.width,
  height: upload.height,
  placeholder: upload.placeholder,
});

export const presentAttachment = (upload: UploadRow): Attachment => ({
  url: attachmentAddress(upload),
  ...presentAbout(upload),
});
