import { onceOpen } from '../lib/once-open.ts';

/**
 * Registers the service worker. A new version takes over while nobody looks at the page: the page reloads in the
 * background, and unfinished text is kept as a draft.
 */
export function registerServiceWorker() {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const hadOne = navigator.serviceWorker.controller !== null;
  onceOpen(async () => {
    const registration = await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') registration?.waiting?.postMessage('take over');
      else void registration?.update().catch(() => undefined);
    });
  });
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hadOne && document.visibilityState === 'hidden') location.reload();
  });
}
