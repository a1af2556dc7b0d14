import { useEffect, useEffectEvent } from 'react';

/** Browsers have had it since 2024, TypeScript not yet. */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}
type WithCloseWatcher = typeof globalThis & { CloseWatcher?: new () => CloseWatcher };

/** Escape also triggers a watcher, but with several layers open, only the topmost one knows that the key is meant for it. */
function leaveEscapeAlone(event: KeyboardEvent) {
  if (event.key === 'Escape') event.preventDefault();
}

/**
 * The phone's Back button closes what is open in front of the page, as in every app there, and does not leave the
 * page. Without `onClose`, nothing is watched.
 */
export function useBackCloses(onClose: (() => void) | undefined) {
  const close = useEffectEvent(() => onClose?.());
  const closable = onClose !== undefined;

  useEffect(() => {
    const { CloseWatcher } = globalThis as WithCloseWatcher;
    if (!closable || CloseWatcher === undefined) return;
    let watcher = new CloseWatcher();
    const watch = () => {
      watcher.addEventListener('close', () => {
        close();
        // A watcher fires only once, and Back may have closed only one of several steps.
        watcher = new CloseWatcher();
        watch();
      });
    };
    watch();
    addEventListener('keydown', leaveEscapeAlone);
    return () => {
      watcher.destroy();
      removeEventListener('keydown', leaveEscapeAlone);
    };
  }, [closable]);
}
