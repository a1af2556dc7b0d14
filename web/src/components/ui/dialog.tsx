import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { useInFront } from '../../lib/in-front.ts';
import { useUnsaved } from '../../lib/use-unsaved.ts';
import { useBackCloses } from '../../lib/use-back-closes.ts';
import { useKeyboard } from '../../lib/use-keyboard.ts';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';
import { texts } from './texts.ts';

interface DialogProps {
  title: string;
  /** Left out if the dialog cannot be closed without an answer. */
  onClose?: (() => void) | undefined;
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** A dialog in front of the page: a focus trap that returns the focus, and closes with Escape. A bottom sheet on phones. */
export function Dialog({ title, onClose, initialFocus, children }: DialogProps) {
  useInFront();
  useBackCloses(onClose);
  // What is chosen or typed in it. A dialog that cannot be closed counts as empty, unless its owner says otherwise.
  useUnsaved(onClose !== undefined);
  const keyboard = useKeyboard();
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose?.()} disablePointerDismissal={onClose === undefined}>
      <Base.Portal>
        {/* Also in front of another dialog: otherwise the two would look like one. */}
        <Base.Backdrop forceRender className={styles.backdrop} />
        <Base.Popup className={styles.popup} style={keyboard} {...(initialFocus && { initialFocus })}>
          <header className={styles.header}>
            <Base.Title className={styles.title} dir="auto">
              {title}
            </Base.Title>
            {onClose !== undefined && <Base.Close render={<IconButton icon="close" label={texts.close} />} />}
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
