import { useMutation } from '@tanstack/react-query';
import { toast } from '../../lib/toast.ts';
import { cropPicture } from './crop-picture.ts';
import type { ChosenPicture } from './picture-dialog.tsx';
import { uploadFault } from './picture-file.ts';
import { texts } from './texts.ts';

/** Crops a picture and passes it to `upload`, which returns its address; shows errors. */
export function useUploadPicture(
  upload: (picture: Blob) => Promise<string | undefined>,
  onDone: (photoURL: string) => void,
) {
  return useMutation({
    networkMode: 'always',
    async mutationFn({ address, area }: ChosenPicture) {
      const picture = await cropPicture(address, area).catch(() => null);
      if (picture === null) return void toast.error(texts.cropFailed);
      const photoURL = await upload(picture);
      // An answer without an address is not reported.
      if (photoURL !== undefined) onDone(photoURL);
    },
    onError: (error) => toast.error(uploadFault(error)),
  });
}
