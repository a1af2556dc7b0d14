import { useEffect, useRef, type RefObject } from 'react';

/** The box has the focus when a chat is opened, and when somebody begins to answer or to edit: then at its end. */
export function useBoxFocus(box: RefObject<HTMLTextAreaElement | null>, about: string | undefined) {
  const before = useRef(about);

  useEffect(() => {
    // On a phone the keyboard would cover what one came to read.
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
