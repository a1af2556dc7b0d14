import { PictureDialog } from '../../../components/picture-crop/picture-dialog.tsx';
import { useUploadAvatar } from '../api/use-upload-avatar.ts';
import { texts } from '../texts.ts';

export function AvatarDialog({ onClose }: { onClose: () => void }) {
  const upload = useUploadAvatar(onClose);
  return <PictureDialog title={texts.avatarTitle} upload={upload} onClose={onClose} />;
}
