import { PictureDialog } from '../../../../components/picture-crop/picture-dialog.tsx';
import { useUploadGroupPicture } from '../../api/use-group-picture.ts';
import { texts } from '../../texts.ts';

export function GroupPictureDialog({ chatId, onClose }: { chatId: string; onClose: () => void }) {
  const upload = useUploadGroupPicture(chatId, onClose);
  return <PictureDialog title={texts.groupInfo.pictureTitle} upload={upload} onClose={onClose} />;
}
