import { uploadAvatar } from '@koinonia/contracts/media.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useUploadPicture } from '../../../components/picture-crop/use-upload-picture.ts';
import { uploading } from '../../../lib/api/request.ts';
import { showMe } from '../../../lib/me.ts';
import { toast } from '../../../lib/toast.ts';
import { texts } from '../texts.ts';

function upload(picture: Blob, signal: AbortSignal) {
  const form = new FormData();
  form.append('avatar', picture, 'avatar.jpg');
  return uploading({ signal })(uploadAvatar, { body: form });
}

/** Uploads the person's photo, which shows on every page at once. Reports success or failure. */
export function useUploadAvatar(onDone: () => void) {
  const queries = useQueryClient();
  return useUploadPicture(upload, (photoURL) => {
    showMe(queries, (me) => me && { ...me, photoURL });
    toast.success(texts.uploaded);
    onDone();
  });
}
