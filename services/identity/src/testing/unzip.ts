import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';

const open = promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer);

/** The texts of all entries by name, verified by their checksums. */
export async function entriesOf(zip: Buffer): Promise<Map<string, string>> {
  const file = await open(zip, { lazyEntries: true });
  const entries = new Map<string, string>();
  const contentOf = promisify<Entry, Readable>(file.openReadStream.bind(file));
  await new Promise<void>((resolve, reject) => {
    file.once('end', resolve);
    file.once('error', reject);
    file.on('entry', (entry: Entry) => {
      contentOf(entry)
        .then(text)
        .then((content) => {
          entries.set(entry.fileName, content);
          file.readEntry();
        }, reject);
    });
    file.readEntry();
  });
  return entries;
}
