import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

export interface KeptFocus<Fallback extends HTMLElement> {
  /** The element that takes the focus; needs a `tabIndex` of -1. */
  readonly fallback: RefObject<Fallback | null>;
  /** For the element around all lines and the fallback. */
  readonly around: { onFocus: () => void; onBlur: (event: FocusEvent) => void };
}

/**
 * When a line is removed, the button that was pressed in it is removed too, and the focus is lost: keyboard users would
 * start again at the top of the page. This hook moves the focus to `fallback` instead.
 */
export function useKeptFocus<Fallback extends HTMLElement>(): KeptFocus<Fallback> {
  const fallback = useRef<Fallback>(null);
  const inside = useRef(false);

  // React fires no blur event for an element that it removes, so `inside` is still true afterwards.
  useEffect(() => {
    // A dialog that has just closed returns the focus itself, if the element that opened it still exists.
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
      onBlur({ currentTarget, relatedTarget }) {
        inside.current = currentTarget.contains(relatedTarget) || isInDialog(relatedTarget);
      },
    },
  };
}

/** A menu or a dialog about a line takes the focus only for a while, and the line may be removed before it closes. */
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog], [role=menu]') !== null;

/** Everything behind a dialog is hidden from keyboard and screen reader until it closes. */
const isBehindDialog = (element: Element | null) => element?.closest('[aria-hidden=true], [inert]') !== null;
