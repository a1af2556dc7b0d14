import { useEffect, useRef, type RefObject } from 'react';

/** Browsers would put the caret in front of a draft. */
function focusAtEnd(box: HTMLTextAreaElement | null) {
  box?.focus({ preventScroll: true });
  box?.setSelectionRange(box.value.length, box.value.length);
}

/** Focuses the box at the end of its text when a chat is opened, and when a reply or an edit begins. */
export function useBoxFocus(box: RefObject<HTMLTextAreaElement | null>, about: string | undefined) {
  const before = useRef(about);

  useEffect(() => {
    // On a phone the on-screen keyboard would cover the messages.
    if (matchMedia('(pointer: fine)').matches) focusAtEnd(box.current);
  }, [box]);

  useEffect(() => {
    if (about === before.current) return;
    before.current = about;
    if (about !== undefined) focusAtEnd(box.current);
  }, [box, about]);
}
