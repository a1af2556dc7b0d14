import { onceOpen } from '../lib/once-open.ts';
import { hasUnsaved } from '../lib/unsaved.ts';

/**
 * Registers the service worker. A new version takes over while nobody looks at the page: the page reloads in the
 * background, and unfinished text is kept as a draft. With anything else unsaved, it waits for another time.
 */
export function registerServiceWorker() {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const hadOne = navigator.serviceWorker.controller !== null;
  let outdated = false;
  const mayReload = () => document.visibilityState === 'hidden' && !hasUnsaved();
  const reload = () => {
    if (outdated && mayReload()) location.reload();
  };
  onceOpen(async () => {
    const registration = await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
    document.addEventListener('visibilitychange', () => {
      if (mayReload()) registration?.waiting?.postMessage('take over');
      if (document.visibilityState === 'visible') void registration?.update().catch(() => undefined);
    });
  });
  // Another window may have let it take over.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    outdated = hadOne;
    reload();
  });
  document.addEventListener('visibilitychange', reload);
}
