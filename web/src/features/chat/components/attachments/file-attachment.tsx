import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import { useState } from 'react';
import { Icon } from '../../../../components/ui/icon.tsx';
import { saveLink } from '../../../../components/ui/save-link.ts';
import { fileKindOf, formatSize, isSafeAddress } from '../../model/attachment.ts';
import { texts } from '../../texts.ts';
import styles from './file-attachment.module.css';

interface FileAttachmentProps {
  /** Null while it is not uploaded. */
  url: string | null;
  about: AttachmentAbout | undefined;
}

/** A file that is not a picture: a link that saves it, never opens it in the page. With an unsafe address, no link. */
export function FileAttachment({ url, about }: FileAttachmentProps) {
  const [gone, setGone] = useState(false);
  const details = about === undefined ? [] : [fileKindOf(about.name), formatSize(about.size)];
  const inside = (
    <>
      <Icon name="file" size={28} />
      <span className={styles.words}>
        {about !== undefined && (
          <span className={styles.name} dir="auto" title={about.name}>
            {about.name}
          </span>
        )}
        <span className={about === undefined ? styles.name : styles.details}>
          {gone ? texts.fileMissing : [texts.attachment, ...details].filter(Boolean).join(' · ')}
        </span>
      </span>
    </>
  );
  if (url === null || gone || !isSafeAddress(url)) return <span className={styles.file}>{inside}</span>;
  const ours = url.startsWith('/');

  /** Asks for the reason: the browser reports only that the download failed. */
  async function lookForIt(address: string) {
    const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (answer?.status === 404) setGone(true);
  }

  return (
    <a
      className={styles.file}
      href={url}
      {...(ours
        ? {
            download: about?.name ?? '',
            onClick(event) {
              saveLink(event);
              void lookForIt(url);
            },
          }
        : { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {inside}
      {ours && <Icon name="download" size={18} />}
    </a>
  );
}
