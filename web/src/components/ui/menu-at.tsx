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
  /** The anchor of the menu: an element or a point. */
  place: Place;
  /** Opened by the keyboard: focus the first item. */
  byKeyboard: boolean;
  onClose: () => void;
  /** Returns the element that gets the focus after closing; null if something else has taken it. */
  focusAfter: () => HTMLElement | null;
  children: ReactNode;
}

/** Done here, because Base UI would focus the first control inside an element with a negative tabindex. */
function giveFocus(element: HTMLElement | null) {
  if (element !== null) requestAnimationFrame(() => element.focus({ preventScroll: true }));
  return false;
}

/** A menu that is not opened by its own button: by a long press, the right mouse button, or a key. */
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
        <Base.Positioner
          className={styles.place}
          anchor={place}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          // Beside the place where there is no room for all of it above or below.
          collisionAvoidance={{ side: 'flip', align: 'shift', fallbackAxisSide: 'end' }}
        >
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
