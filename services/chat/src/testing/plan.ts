import type { AttachmentAbout } from '@koinonia/contracts/media.ts';

/** What media knows of a file that is no image. */
export const plan: AttachmentAbout = {
  name: 'plan.pdf',
  contentType: 'application/pdf',
  size: 1200,
  width: null,
  height: null,
  placeholder: null,
};
