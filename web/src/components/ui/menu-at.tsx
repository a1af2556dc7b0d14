import { Menu as Base } from '@base-ui/react/menu';
import { useEffect, useRef, type ReactNode } from 'react';
import { useBackCloses } from '../../lib/use-back-closes.ts';
import styles from './menu.module.css';
import { withinPage } from './within-page.ts';

export interface Place {
  getBoundingClientRect(): DOMRect;
}

interface MenuAtProps {
  /** The menu's name. */
  label: string;
  /** Beside what it opens: a thing, or a point. */
  place: Place;
  /** Whoever came by the keyboard goes on from its first line. */
  byKeyboard: boolean;
  onClose: () => void;
  /** Where the focus goes when the menu has gone; null for where something else has taken it already. */
  focusAfter: () => HTMLElement | null;
  children: ReactNode;
}

/** By hand, because Base UI gives it to the first control within a thing that the tab key passes by. */
function giveFocus(element: HTMLElement | null) {
  if (element !== null) requestAnimationFrame(() => element.focus({ preventScroll: true }));
  return false;
}

/** A menu that something else than a button opens: a long press, the right button of a mouse, a key. */
export function MenuAt({ label, place, byKeyboard, onClose, focusAfter, children }: MenuAtProps) {
  const popup = useRef<HTMLDivElement>(null);
  useBackCloses(onClose);

  useEffect(() => {
    if (!byKeyboard) return;
    const frame = requestAnimationFrame(() => popup.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus());
    return () => cancelAnimationFrame(frame);
  }, [byKeyboard]);

  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal container={withinPage()}>
        <Base.Positioner className={styles.place} anchor={place} align="start" sideOffset={4} collisionPadding={8}>
          <Base.Popup
            ref={popup}
            className={styles.menu}
            aria-label={label}
            finalFocus={() => giveFocus(focusAfter())}
            onContextMenu={(event) => event.preventDefault()}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
