/** Somebody is looking at this page: only then has what it shows been read. */
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
