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
    if (inside.current && document.activeElement === document.body) fallback.current?.focus({ preventScroll: true });
  });

  return {
    fallback,
    around: {
      onFocus: () => void (inside.current = true),
      onBlur({ currentTarget, target, relatedTarget }) {
        // A button that waits for its answer is disabled and loses the focus by that, not by the person.
        inside.current = currentTarget.contains(relatedTarget) || target.matches(':disabled');
      },
    },
  };
}
