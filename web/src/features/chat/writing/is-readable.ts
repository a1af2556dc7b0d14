/** False for a dropped folder, which looks like a file until it is read, and for a file that was changed or deleted since. */
export const isReadable = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
