import { isSomethingInFront, onNothingInFront } from '../../../lib/in-front.ts';

/** True while somebody looks at this page, with nothing in front of it: only then do shown messages count as read. */
export const hasAttention = () =>
  document.visibilityState === 'visible' && document.hasFocus() && !isSomethingInFront();

/** Calls when somebody comes back to the page. */
export function onAttention(handler: () => void): () => void {
  addEventListener('focus', handler);
  document.addEventListener('visibilitychange', handler);
  const stop = onNothingInFront(handler);
  return () => {
    stop();
    removeEventListener('focus', handler);
    document.removeEventListener('visibilitychange', handler);
  };
}
