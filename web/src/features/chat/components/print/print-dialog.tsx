import type { Chat } from '@koinonia/contracts/chat.ts';
import { useCallback, useState } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { Dialog } from '../../../../components/ui/dialog.tsx';
import { DialogFooter } from '../../../../components/ui/dialog-footer.tsx';
import { ProgressBar } from '../../../../components/ui/progress-bar.tsx';
import { texts as common } from '../../../../components/ui/texts.ts';
import { formatMoment } from '../../../../lib/format.ts';
import type { WholeChat } from './ask-whole-chat.ts';
import { type Gathered, useWholeChat } from './use-whole-chat.ts';
import { printTexts as said } from '../../print-texts.ts';
import styles from './print-dialog.module.css';
import type { PicturesSoFar } from './load-pictures.ts';
import { WholePaper } from './whole-paper.tsx';

/** Max messages to print: several hundred sheets. More take browsers very long to lay out, and phones fail. */
const most = 5000;

interface PrintDialogProps {
  chat: Chat;
  title: string;
  onClose: () => void;
}

/**
 * Loads a whole chat, then opens the browser's print dialog. This dialog and the printed form stay until somebody
 * closes them: phones print in the background, and do not say when they are done.
 */
export function PrintDialog({ chat, title, onClose }: PrintDialogProps) {
  const { gathered, ask } = useWholeChat(chat.id, most);
  const [ready, setReady] = useState(false);
  const [pictures, setPictures] = useState<PicturesSoFar>();
  const onReady = useCallback(() => {
    setReady(true);
    // Printing blocks the page, so let the dialog first show that everything is loaded.
    setTimeout(() => globalThis.print());
  }, []);
  const failed = gathered === 'failed';
  const all = !failed && 'messages' in gathered ? gathered : null;

  return (
    <Dialog title={said.title} onClose={onClose}>
      <div className={styles.state}>
        <p role={failed ? 'alert' : 'status'}>
          {failed ? said.failed : all === null ? said.gathering : ready ? extentOf(all, pictures) : said.pictures}
        </p>
        {!failed && !ready && <Progress gathered={gathered} of={Math.min(most, chat.lastSeq)} pictures={pictures} />}
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{ready ? common.close : common.cancel}</Button>
        {failed ? (
          <Button look="main" onClick={ask}>
            {common.retry}
          </Button>
        ) : (
          <Button look="main" disabled={!ready} onClick={() => globalThis.print()}>
            {said.print}
          </Button>
        )}
      </DialogFooter>
      {all !== null && (
        <WholePaper chat={chat} title={title} gathered={all} onPictures={setPictures} onReady={onReady} />
      )}
    </Dialog>
  );
}

const extentOf = ({ messages, whole }: WholeChat, pictures: PicturesSoFar | undefined): string => {
  const count = said.count(messages.length);
  const [first] = messages;
  const extent = whole || first === undefined ? said.all(count) : said.newest(count, formatMoment(first.createdAt));
  return pictures === undefined || pictures.missing === 0 ? extent : `${extent} ${said.missing(pictures.missing)}`;
};

interface ProgressProps {
  gathered: Exclude<Gathered, 'failed'>;
  /** Messages. */
  of: number;
  pictures: PicturesSoFar | undefined;
}

function Progress({ gathered, of, pictures }: ProgressProps) {
  if (pictures !== undefined && pictures.of > 0)
    return (
      <>
        <ProgressBar label={said.title} max={pictures.of} value={pictures.done} />
        <p className={styles.count}>{said.picturesSoFar(pictures.done, pictures.of)}</p>
      </>
    );
  const count = 'count' in gathered ? gathered.count : gathered.messages.length;
  return (
    <>
      <ProgressBar label={said.title} max={Math.max(1, of)} value={count} />
      <p className={styles.count}>{said.soFar(count)}</p>
    </>
  );
}
