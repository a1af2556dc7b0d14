import { isForPrograms } from '@koinonia/contracts/program-addresses.ts';
import { cleanupOutdatedCaches, getCacheKeyForURL, matchPrecache, precache } from 'workbox-precaching';
import { fileFor } from './files.ts';
import { isListPicture, pictureFor } from './pictures.ts';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null; integrity: string }[];
};

precache(self.__WB_MANIFEST);
cleanupOutdatedCaches();

/** Pages of the product come from the cache, so that they open without a network; calls never do. */
const isPage = (request: Request, url: URL) =>
  request.mode === 'navigate' &&
  url.origin === self.location.origin &&
  !isForPrograms(url.pathname) &&
  !/\.[a-z]+$/.test(url.pathname);

const isKept = ({ method, url }: Request) => method === 'GET' && getCacheKeyForURL(url) !== undefined;

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const answerWith = (file: string) => event.respondWith(fileFor(matchPrecache(file), () => fetch(request)));
  if (isPage(request, url)) answerWith('/index.html');
  else if (isKept(request)) answerWith(request.url);
  else if (url.origin === self.location.origin && isListPicture(url))
    event.respondWith(pictureFor(request, (work) => event.waitUntil(work)));
});

/** Also of the page that brought it: the first visit, too, must not end where the network does. */
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** A new version waits until the page asks for it, so that nobody loses a half-written message. */
self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting();
});
