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
  let registration: ServiceWorkerRegistration | undefined;
  const register = async () => {
    registration = await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  };
  onceOpen(async () => {
    await register();
    document.addEventListener('visibilitychange', () => {
      if (mayReload()) registration?.waiting?.postMessage('take over');
      if (document.visibilityState !== 'visible') return;
      // The browser has forgotten one of which a file was lost on the way here: without any, it must be registered again.
      void (registration?.active ? registration.update().catch(() => undefined) : register());
    });
  });
  // Another window may have let it take over.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    outdated = hadOne;
    reload();
  });
  document.addEventListener('visibilitychange', reload);
}
