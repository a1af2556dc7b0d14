import { listChatPictures } from '@koinonia/contracts/chat-internal.ts';
import { describePeople } from '@koinonia/contracts/identity-internal.ts';
import type { MediaContext } from '../context.ts';
import type { UploadRow, VariantRow } from '../database/schema.ts';
import { deleteOrTell } from '../objects/delete-or-tell.ts';
import { allObjects, isOld, originalName, uploadIdIn, variantName } from '../objects/object-names.ts';
import { avatarAddress, groupPictureAddress } from '../objects/addresses.ts';
import { deleteUploads } from '../uploads/delete-uploads.ts';
import { ownsStore } from './own-store.ts';
import { selectDoubtfulAvatars, selectGroupPictures, selectNotStored, selectWithVariants } from './queries.ts';

const atOnce = 500;
/**
 * Days for which objects without any row stay: a copy of the database from some days ago, as in a rehearsal of its recovery,
 * has the same id and does not know what was uploaded since.
 */
const staysUnknown = 30;

type Swept = Pick<MediaContext, 'db' | 'files' | 'identity' | 'chat' | 'log'>;

/**
 * Deletes data that nobody needs: uploads that were never completely stored, objects that no row needs or that have none, and
 * former pictures of people and groups. Several processes may do it at once. What fails holds up nothing else: rejects at
 * the end.
 */
export async function sweep(swept: Swept): Promise<void> {
  const failures: unknown[] = [];
  const attempt = <Result>(part: Promise<Result>) => part.catch((failure: unknown) => void failures.push(failure));
  await attempt(sweepNotStored(swept));
  // Asked once: without a mark, the whole store is listed for it.
  if (await attempt(ownsStore(swept))) for (const prefix of allObjects) await attempt(sweepFolder(swept, prefix));
  await attempt(sweepGroupPictures(swept));
  await attempt(sweepFormerPhotos(swept));
  if (failures.length > 0) throw new AggregateError(failures, 'not everything could be swept');
}

const sweepNotStored = async (swept: Swept) => deleteUploads(swept, await selectNotStored(swept.db).execute());

const sweepFormerPhotos = async (swept: Swept) => deleteUploads(swept, await selectFormerPhotos(swept));

type Discarded = Pick<UploadRow, 'id' | 'kind'>;

/** Only identity knows which picture is a person's photo. While it is away, no picture is deleted. */
async function selectFormerPhotos({ db, identity }: Swept): Promise<Discarded[]> {
  const avatars = await selectDoubtfulAvatars(db);
  if (avatars.length === 0) return [];
  const uids = [...new Set(avatars.map(({ owner_id }) => owner_id))];
  const photos = new Set((await identity.call(describePeople, { body: { uids } })).map(({ photoURL }) => photoURL));
  return avatars.filter(({ id }) => !photos.has(avatarAddress(id)));
}

/** Only chat knows which picture a group has: one may be removed without us, as when we die meanwhile. */
async function sweepGroupPictures(swept: Swept): Promise<void> {
  let pictures: Awaited<ReturnType<typeof selectGroupPictures>> = [];
  do {
    pictures = await selectGroupPictures(swept.db, pictures.at(-1)?.id ?? null, atOnce);
    if (pictures.length === 0) return;
    const chatIds = [...new Set(pictures.flatMap(({ chat_id }) => chat_id ?? []))];
    const inUse = new Set((await swept.chat.call(listChatPictures, { body: { chatIds } })).photoURLs);
    await deleteUploads(
      swept,
      pictures.filter(({ id }) => !inUse.has(groupPictureAddress(id))),
    );
  } while (pictures.length === atOnce);
}

async function sweepFolder(swept: Swept, prefix: string): Promise<void> {
  let batch: string[] = [];
  for await (const name of swept.files.list(prefix)) {
    if (!isOld(name)) continue;
    batch.push(name);
    if (batch.length < atOnce) continue;
    await deleteUnknown(swept, batch);
    batch = [];
  }
  await deleteUnknown(swept, batch);
}

async function deleteUnknown({ db, files, log }: Swept, names: readonly string[]): Promise<void> {
  const ids = new Set(names.map(uploadIdIn).filter((id) => id !== null));
  if (ids.size === 0) return;
  const found = await selectWithVariants(db, [...ids]);
  const uploads = new Set(found.map(({ upload }) => upload.id));
  const known = new Set(found.flatMap(({ upload, variants }) => objectsKnownTo(upload, variants)));
  const stays = (name: string) => !uploads.has(uploadIdIn(name) ?? '') && !isOld(name, staysUnknown);
  const unknown = names.filter((name) => !known.has(name) && !stays(name));
  let deleted = 0;
  for (const name of unknown) if (await deleteOrTell({ files, log }, name, () => files.delete(name))) deleted += 1;
  if (deleted > 0) log.info({ objects: deleted }, 'objects that belong to no upload were deleted');
}

/** The original of an image is kept until its variants exist. */
function objectsKnownTo(upload: UploadRow, variants: readonly VariantRow[]): string[] {
  if (upload.state === 'failed') return [];
  const isWhole = upload.state === 'pending' || upload.width === null;
  return isWhole ? [originalName(upload)] : variants.map((variant) => variantName(upload, variant));
}
