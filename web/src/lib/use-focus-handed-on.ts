import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

/**
 * For what is removed from a dialog that stays: if the focus is in it by then, or in a dialog of its own, `next` gets it
 * just before the removal. Afterwards, the dialog itself would have taken it, which `useKeptFocus` does not expect.
 */
export function useFocusHandedOn(next: RefObject<HTMLElement | null>) {
  const last = useRef<Element>(null);
  useLayoutEffect(
    () => () => {
      const isHere = last.current !== null && last.current === document.activeElement;
      if (isHere) next.current?.focus({ preventScroll: true });
    },
    [next],
  );
  return { onFocus: ({ target }: FocusEvent) => void (last.current = target) };
}
