import { useEffect, useEffectEvent } from 'react';

/** As browsers have it since 2024, and TypeScript does not yet. */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}
type WithCloseWatcher = typeof globalThis & { CloseWatcher?: new () => CloseWatcher };

/** Escape brings a watcher too; but of what lies upon one another only the topmost knows that it is meant. */
function leaveEscapeAlone(event: KeyboardEvent) {
  if (event.key === 'Escape') event.preventDefault();
}

/**
 * The phone's own Back closes what lies in front of the page, as in every app there, and does not leave the page. Nothing
 * is watched without `onClose`.
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
        // One watcher closes once, and what is gone back from may have been one step of several.
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
