import { join } from 'node:path';
import { getSignInSettings } from '@koinonia/contracts/identity-internal.ts';
import { AppError } from '@koinonia/kit/errors.ts';
import type { MediaContext } from '../context.ts';
import type { UploadRow } from '../database/schema.ts';
import { keepSquarePicture, requireWorkedOn } from '../uploads/keep-square-picture.ts';
import { putToUse } from '../uploads/take-avatar.ts';
import { allowedAddress } from './allowed-address.ts';
import { fetchPicture } from './fetch-picture.ts';
import type { PictureJob } from './picture-job.ts';
import { claimPicture, endPicture } from './queries.ts';

/**
 * Copies the picture that the issuer sent with a new person, so that no page ever loads one from another server. A photo
 * that the person has chosen meanwhile stays.
 */
export async function copyPicture(media: MediaContext, { personId }: PictureJob): Promise<void> {
  const picture = await claimPicture(media.db, personId);
  if (!picture) return;
  const { issuer } = await media.identity.call(getSignInSettings);
  const url = allowedAddress(picture.address, issuer);
  if (!url) return endPicture(media.db, personId, 'failed');

  const upload = await readyCopy(media, personId, url).catch((error: unknown) => {
    if (isRefused(error)) return null;
    throw error;
  });
  if (upload) await putToUse(media, upload, { unlessSet: true });
  await endPicture(media.db, personId, upload ? 'done' : 'failed');
}

/** Throws `unavailable` when it takes too long to be worked on: then it is copied again, as when it could not be fetched. */
async function readyCopy(media: MediaContext, ownerId: string, url: URL): Promise<UploadRow> {
  const upload = await keepCopy(media, ownerId, url);
  await requireWorkedOn(media, upload);
  return upload;
}

function keepCopy(media: MediaContext, ownerId: string, url: URL): Promise<UploadRow> {
  return media.spool.use(async (folder) => {
    const path = join(folder, 'picture');
    const size = await fetchPicture(url, path, media.limits.avatarBytes);
    return keepSquarePicture(media, { kind: 'avatar', ownerId, chatId: null, path, size });
  });
}

/** An invalid picture will still be invalid at the next try. */
const isRefused = (error: unknown) => error instanceof AppError && [413, 415].includes(error.status);
