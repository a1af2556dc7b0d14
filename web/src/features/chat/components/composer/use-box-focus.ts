import { useEffect, useRef, type RefObject } from 'react';

/** Focuses the box when a chat is opened, and when a reply or an edit begins: then at the end of the text. */
export function useBoxFocus(box: RefObject<HTMLTextAreaElement | null>, about: string | undefined) {
  const before = useRef(about);

  useEffect(() => {
    // On a phone the on-screen keyboard would cover the messages.
    if (matchMedia('(pointer: fine)').matches) box.current?.focus({ preventScroll: true });
  }, [box]);

  useEffect(() => {
    if (about === before.current) return;
    before.current = about;
    if (about === undefined || box.current === null) return;
    box.current.focus({ preventScroll: true });
    box.current.setSelectionRange(box.current.value.length, box.current.value.length);
  }, [box, about]);
}
