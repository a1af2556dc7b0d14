/** What somebody hands over by pasting or dropping. */
interface Handed {
  readonly types: readonly string[];
  readonly items: Iterable<Pick<DataTransferItem, 'kind' | 'webkitGetAsEntry'>>;
  readonly files: Iterable<File>;
}

/** True for files of this device, and for pictures out of other programs; not for words, or for a part of the page. */
export const handsFiles = ({ types }: Pick<Handed, 'types'>) => types.includes('Files');

/** What is copied out of a text or a table comes as words, and as a picture of them too: the words are meant. */
export const meansWords = ({ types }: Pick<Handed, 'types'>) =>
  types.includes('text/plain') && types.includes('text/html');

/** Files and folders, told apart: a folder looks like a file until one tries to read it. To be asked at once: later nothing is left. */
export function handedFiles({ items, files }: Handed): { files: File[]; folders: string[] } {
  const folders = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry?.isDirectory === true)
    .map((entry) => entry?.name ?? '');
  return { files: [...files].filter(({ name }) => !folders.includes(name)), folders };
}
