/** True while somebody looks at this page: only then do shown messages count as read. */
export const hasAttention = () => document.visibilityState === 'visible' && document.hasFocus();

/** Calls when somebody comes back to the page. */
export function onAttention(handler: () => void): () => void {
  addEventListener('focus', handler);
  document.addEventListener('visibilitychange', handler);
  return () => {
    removeEventListener('focus', handler);
    document.removeEventListener('visibilitychange', handler);
  };
}
