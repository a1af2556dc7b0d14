import { onceOpen } from '../lib/once-open.ts';
import { hasUnsaved } from '../lib/unsaved.ts';

const anHour = 60 * 60_000;

/** The returned function tells for how many ms nobody has touched the page. */
function timeUntouched() {
  let touchedAt = Date.now();
  const touched = () => void (touchedAt = Date.now());
  for (const name of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(name, touched, { capture: true, passive: true });
  return () => Date.now() - touchedAt;
}

/**
 * Registers the service worker. A new version takes over while the page is hidden, or untouched for an hour: the page
 * reloads, and unfinished texts and forms are stored. With anything else unsaved, it waits for another time.
 */
export function registerServiceWorker() {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  let hasOne = navigator.serviceWorker.controller !== null;
  let outdated = false;
  const untouched = timeUntouched();
  const mayReload = () => (document.visibilityState === 'hidden' || untouched() >= anHour) && !hasUnsaved();
  const reload = () => {
    if (outdated && mayReload()) location.reload();
  };
  let registration: ServiceWorkerRegistration | undefined;
  const register = async () => {
    registration = await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
    // After a reload without caches, a page is not in its hands.
    hasOne ||= Boolean(registration?.active);
  };
  const look = () => {
    if (mayReload()) registration?.waiting?.postMessage('take over');
    if (document.visibilityState !== 'visible') return;
    // The browser drops a service worker if one of its files failed to load. Without one, register again.
    void (registration?.active ? registration.update().catch(() => undefined) : register());
  };
  onceOpen(async () => {
    await register();
    document.addEventListener('visibilitychange', look);
    setInterval(() => {
      reload();
      look();
    }, anHour);
  });
  // The first one takes a page as it is; of a later one, another window may have let it take over.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    outdated = hasOne;
    hasOne = true;
    reload();
  });
  document.addEventListener('visibilitychange', reload);
}
