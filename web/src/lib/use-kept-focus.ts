import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

export interface KeptFocus<Fallback extends HTMLElement> {
  /** What takes the focus; needs a `tabIndex` of -1. */
  readonly fallback: RefObject<Fallback | null>;
  /** For the element around all of it. */
  readonly around: { onFocus: () => void; onBlur: (event: FocusEvent) => void };
}

/**
 * A line that goes takes with it the button that was pressed in it, and the focus would be nowhere: whoever uses the
 * keyboard would begin anew at the top of the page. It goes to `fallback` instead.
 */
export function useKeptFocus<Fallback extends HTMLElement>(): KeptFocus<Fallback> {
  const fallback = useRef<Fallback>(null);
  const inside = useRef(false);

  // Of what React removes it tells no blur, so the focus is still taken for inside when it is gone.
  useEffect(() => {
    // A dialog that has just closed gives the focus back itself, if what opened it is still there.
    queueMicrotask(() => {
      const isNowhere = document.activeElement === document.body;
      if (inside.current && isNowhere && !isBehindDialog(fallback.current))
        fallback.current?.focus({ preventScroll: true });
    });
  });

  return {
    fallback,
    around: {
      onFocus: () => void (inside.current = true),
      onBlur({ currentTarget, target, relatedTarget }) {
        // A button that waits for its answer is disabled and loses the focus by that, not by the person.
        inside.current =
          currentTarget.contains(relatedTarget) || target.matches(':disabled') || isInDialog(relatedTarget);
      },
    },
  };
}

/** A question about a line has the focus only for a while, and the line may go before it is answered. */
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog]') !== null;

/** What lies behind a dialog is hidden from everyone until it closes. */
const isBehindDialog = (element: Element | null) => element?.closest('[aria-hidden=true], [inert]') !== null;
