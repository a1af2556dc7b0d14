import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { isPicture, pictureFor } from './pictures.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

const shell = createHandlerBoundToURL('/index.html');

/** Pages of the product come from the cache, so that they open without a network; calls never do. */
const isPage = (request: Request, url: URL) =>
  request.mode === 'navigate' &&
  url.origin === self.location.origin &&
  !/^\/(api|socket\.io)\/|\.[a-z]+$/.test(url.pathname);

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (isPage(event.request, url)) event.respondWith(shell({ event, request: event.request, url }));
  else if (url.origin === self.location.origin && isPicture(url))
    event.respondWith(pictureFor(event.request, (work) => event.waitUntil(work)));
});

/** A new version waits until the page asks for it, so that nobody loses a half-written message. */
self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting();
});
