import type { Me } from '@koinonia/contracts/identity.ts';
import { uploadAvatar } from '@koinonia/contracts/media.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Area } from 'react-easy-crop';
import { uploading } from '../../../lib/api/request.ts';
import { meQuery } from '../../../lib/me.ts';
import { peopleQuery } from '../../../lib/people.ts';
import { toast } from '../../../lib/toast.ts';
import { uploadFault } from '../model/avatar-file.ts';
import { texts } from '../texts.ts';
import { cropPicture } from './crop-picture.ts';

async function upload(picture: Blob): Promise<string | undefined> {
  const form = new FormData();
  form.append('avatar', picture, 'avatar.jpg');
  const answer: { url?: string } | null = await uploading({})(uploadAvatar, { body: form });
  return answer?.url || undefined;
}

/** Crops a picture and makes it the person's photo, on every page at once. Says how it went. */
export function useUploadAvatar(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    async mutationFn({ address, area }: { address: string; area: Area }) {
      const picture = await cropPicture(address, area).catch(() => null);
      if (picture === null) return void toast.error(texts.cropFailed);
      const photoURL = await upload(picture);
      // An answer without an address is nothing to tell of (spec, section 7).
      if (photoURL === undefined) return;
      queries.setQueryData<Me>(meQuery.queryKey, (me) => me && { ...me, photoURL });
      void queries.invalidateQueries({ queryKey: peopleQuery.queryKey });
      toast.success(texts.uploaded);
      onDone();
    },
    onError: (error) => toast.error(uploadFault(error)),
  });
}
