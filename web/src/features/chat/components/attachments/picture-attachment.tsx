import { type CSSProperties, type MouseEvent, useId } from 'react';
import { useChatParts } from '../../chat-context.tsx';
import { coverWidth, pictureBox } from '../../model/attachment.ts';
import { picturesOf } from '../../model/sent-picture.ts';
import type { Bubble } from '../../model/conversation.ts';
import { messagesToShow } from '../../model/message-log.ts';
import { texts } from '../../texts.ts';
import { Picture } from './picture.tsx';
import styles from './picture-attachment.module.css';

/** The size of the box is known before the picture loads, so that nothing moves. */
function boxStyle({ width, height }: { width: number; height: number }): CSSProperties {
  return { width, aspectRatio: `${width} / ${height}` };
}

/** A picture within a message. Pressing it opens it in full. */
export function PictureAttachment({ bubble, name }: { bubble: Bubble; name: string }) {
  const { uid, openedChats, localPictures, viewer } = useChatParts();
  const { attachmentUrl: url, attachment: about, message, outgoing, mine } = bubble;
  const clientId = mine ? (outgoing ?? message)?.clientId : null;
  const local = clientId ? localPictures.of(clientId, outgoing?.file, url) : undefined;
  const box = pictureBox(about);
  const id = useId();
  const frame = { className: styles.box, style: boxStyle(box), id, 'aria-labelledby': `${id} ${id}note` };

  const picture = (
    <Picture
      url={url}
      name={name}
      about={about}
      local={local}
      sizes={`${coverWidth(about)}px`}
      noteId={`${id}note`}
      {...(clientId && url !== null && { onShown: () => localPictures.release(clientId, url) })}
    />
  );
  if (message === null) {
    return (
      <div {...frame} role="img" aria-label={name}>
        {picture}
      </div>
    );
  }
  function open({ currentTarget }: MouseEvent<HTMLElement>) {
    if (message === null) return;
    const loaded = picturesOf(messagesToShow(openedChats.get(message.chatId).log, uid));
    const known = loaded.some(({ id }) => id === message.id);
    viewer.open(known ? loaded : picturesOf([message]), message.id, currentTarget);
  }
  return (
    <button
      {...frame}
      type="button"
      data-on-paper
      aria-label={texts.openPicture(name)}
      aria-haspopup="dialog"
      onClick={open}
    >
      {picture}
    </button>
  );
}
