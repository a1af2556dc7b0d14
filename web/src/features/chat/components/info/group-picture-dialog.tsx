import { PictureDialog } from '../../../../components/picture-crop/picture-dialog.tsx';
import { useUploadGroupPicture } from '../../api/use-group-picture.ts';
import { groupTexts } from '../../group-texts.ts';

export function GroupPictureDialog({ chatId, onClose }: { chatId: string; onClose: () => void }) {
  const upload = useUploadGroupPicture(chatId, onClose);
  return <PictureDialog title={groupTexts.pictureTitle} upload={upload} onClose={onClose} />;
}
