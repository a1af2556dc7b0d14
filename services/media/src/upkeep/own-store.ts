import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { MediaContext } from '../context.ts';
import { allObjects, isOld, storeMark, uploadIdIn } from '../objects/object-names.ts';
import { countKnown, selectStoreId } from './queries.ts';

type Owned = Pick<MediaContext, 'db' | 'files' | 'log'>;

/**
 * Whether the store's files are those of this database, so that what the database does not know may be deleted: with an empty
 * or a wrong database, that would be every file. A store without a mark gets it from the database that knows at least half of
 * its uploads that are older than a day; without any such upload nothing can be lost, and nothing is written.
 */
export async function ownsStore({ db, files, log }: Owned): Promise<boolean> {
  const id = await selectStoreId(db);
  const mark = await files.get(storeMark);
  if (mark) {
    if ((await text(mark.body)) === id) return true;
    log.error('the file store belongs to another database: nothing in it is deleted');
    return false;
  }
  const { old, known } = await countOld({ db, files });
  if (old === 0) return true;
  if (known * 2 < old) {
    log.error({ old, known }, 'the database does not know most files of the store: nothing in it is deleted');
    return false;
  }
  await files.put(storeMark, Readable.from([id]), { contentType: 'text/plain', size: id.length });
  return true;
}

/** How many uploads older than a day the store has files of, and how many of these the database knows. */
async function countOld({ db, files }: Omit<Owned, 'log'>): Promise<{ old: number; known: number }> {
  const ids = new Set<string>();
  for (const prefix of allObjects) {
    for await (const name of files.list(prefix)) {
      const id = isOld(name) ? uploadIdIn(name) : null;
      if (id !== null) ids.add(id);
    }
  }
  return { old: ids.size, known: await countKnown(db, [...ids]) };
}
