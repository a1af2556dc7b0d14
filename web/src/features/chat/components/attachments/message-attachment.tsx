import type { Bubble } from '../../model/conversation.ts';
import { fileNameOf, isPicture } from '../../model/attachment.ts';
import { FileAttachment } from './file-attachment.tsx';
import { PictureAttachment } from './picture-attachment.tsx';
import { UploadState } from './upload-state.tsx';
import styles from './message-attachment.module.css';

/** The attachment of a message: a picture, or a link to another file. Shows progress during the upload. */
export function MessageAttachment({ bubble }: { bubble: Bubble }) {
  const { attachmentUrl: url, attachment: about, outgoing } = bubble;
  if (url === null && about === undefined) return null;
  const name = fileNameOf(url ?? '', about);
  const picture = isPicture(url, about);
  return (
    <div className={picture ? styles.picture : styles.file}>
      {picture ? <PictureAttachment bubble={bubble} name={name} /> : <FileAttachment url={url} about={about} />}
      {url === null && outgoing?.state === 'waiting' && <UploadState clientId={outgoing.clientId} />}
    </div>
  );
}
