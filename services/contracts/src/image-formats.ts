/** The formats of files that are shown as images, each with its possible extensions; the first is the one that we use. */
export const imageEndings: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
};
