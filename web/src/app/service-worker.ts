import { onceOpen } from '../lib/once-open.ts';

const aMinute = 60_000;

/**
 * Registers the service worker. A new version takes over while nobody looks at the page: it reloads in the background,
 * and what was being written is kept as a draft.
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

/**
 * A page that was open while a new version came asks for parts that are gone: it starts over, but not for ever. Not while
 * the server does not answer: then parts are only away, and the browser would show an error in the page's place.
 */
export function reloadWhenPartsAreGone() {
  addEventListener('vite:preloadError', () => {
    const key = 'reloaded-at';
    if (Date.now() - Number(sessionStorage.getItem(key)) < aMinute) return;
    void serverAnswers().then((yes) => {
      if (!yes) return;
      sessionStorage.setItem(key, String(Date.now()));
      location.reload();
    });
  });
}

const serverAnswers = () =>
  fetch('/api/config', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
