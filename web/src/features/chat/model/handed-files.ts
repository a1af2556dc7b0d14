/** The data of a paste or a drop. */
interface Handed {
  readonly types: readonly string[];
  readonly items: Iterable<Pick<DataTransferItem, 'kind' | 'webkitGetAsEntry'>>;
  readonly files: Iterable<File>;
}

/** True for files of this device, and for pictures from other programs; false for text and for parts of the page. */
export const handsFiles = ({ types }: Pick<Handed, 'types'>) => types.includes('Files');

/** Text or a table copied from another program comes as text and also as a picture of it: use the text. */
export const meansWords = ({ types }: Pick<Handed, 'types'>) =>
  types.includes('text/plain') && types.includes('text/html');

/**
 * Separates files from folders: a folder looks like a file until something reads it. Call it in the event handler: the
 * data is gone afterwards.
 */
export function handedFiles({ items, files }: Handed): { files: File[]; folders: string[] } {
  const folders = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry?.isDirectory === true)
    .map((entry) => entry?.name ?? '');
  return { files: [...files].filter(({ name }) => !folders.includes(name)), folders };
}
