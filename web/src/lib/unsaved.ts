const unsaved = new Set<object>();
const questions = new Set<() => boolean>();

/** Whether the page has something that is stored nowhere else: then it must not reload by itself. */
export const hasUnsaved = () => unsaved.size > 0 || [...questions].some((isUnsaved) => isUnsaved());

/** For state outside of components: checked whenever the page could reload, until the returned function is called. */
export function unsavedWhile(isUnsaved: () => boolean): () => void {
  questions.add(isUnsaved);
  return () => void questions.delete(isUnsaved);
}

/** Something unsaved is here until the returned function is called. */
export function keepUnsaved(): () => void {
  const one = {};
  unsaved.add(one);
  return () => void unsaved.delete(one);
}

/** Something unsaved is here until this work has succeeded or failed: a page that reloads by itself would abort it. */
export const unsavedDuring = <T>(work: Promise<T>): Promise<T> => work.finally(keepUnsaved());

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
    // Later listeners take over the files first.
    addEventListener(end, ({ target }) => isFileInput(target) && setTimeout(stop), true);
  }
}
