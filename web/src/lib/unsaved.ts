import { useLayoutEffect } from 'react';

const unsaved = new Set<object>();

/** Whether something is here that is stored nowhere else: the page must not reload by itself. */
export const hasUnsaved = () => unsaved.size > 0;

/** Something unsaved is here until the returned function is called. */
function keepUnsaved(): () => void {
  const one = {};
  unsaved.add(one);
  return () => void unsaved.delete(one);
}

/** Tells of something unsaved in a component, such as an edited form. What is a draft already does not count. */
export function useUnsaved(isUnsaved: boolean) {
  useLayoutEffect(() => (isUnsaved ? keepUnsaved() : undefined), [isUnsaved]);
}

const isFileInput = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === 'file';

/** While somebody takes a picture or chooses a file, which hides the page on a phone, the choice counts as unsaved. */
export function keepChoosing() {
  let stop = () => {};
  addEventListener(
    'click',
    ({ target }) => {
      if (!isFileInput(target)) return;
      stop();
      stop = keepUnsaved();
    },
    true,
  );
  for (const end of ['change', 'cancel']) {
    // The files are taken over by the listeners that come after this one.
    addEventListener(end, ({ target }) => isFileInput(target) && setTimeout(stop), true);
  }
}
