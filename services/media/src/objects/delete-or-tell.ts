import type { MediaContext } from '../context.ts';

/**
 * Does what deletes objects. One that the store cannot delete, as with a bad sector, is told and stays, so that it holds up no
 * others; false then. Rejects when the store does not answer at all.
 */
export async function deleteOrTell(
  { files, log }: Pick<MediaContext, 'files' | 'log'>,
  what: string,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (err) {
    await files.ping();
    log.error({ err, objects: what }, 'a file could not be deleted');
    return false;
  }
}
