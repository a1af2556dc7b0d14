import { isSomethingInFront, onNothingInFront } from '../../../lib/in-front.ts';

/** On a phone, what is on the screen counts as seen: an app on an iPhone's home screen has no focus before the first touch. */
const isOnPhone = () => matchMedia('(hover: none) and (pointer: coarse)').matches;

/** True while somebody looks at this page, with nothing in front of it: only then do shown messages count as read. */
export const hasAttention = () =>
  document.visibilityState === 'visible' && (document.hasFocus() || isOnPhone()) && !isSomethingInFront();

/** Calls `handler` when somebody comes back to the page. */
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
