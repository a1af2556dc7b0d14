import type { BrowserContext } from '@playwright/test';

/** Every signed-out page gets this when it asks whether there is a session. */
const nobodySignedIn = /status of 401 .*\/api\/session\/token/;

/** The browser's messages when a test takes the network away; the service worker's update check fails, too. */
export const networkAway =
  /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_|ERR_SOCKET|ERR_FAILED|WebSocket|status of 50\d|Failed to fetch|fetching the script/;

/** A person who signs out, or is signed out, may have a request in progress. */
export const signedOut = /status of 401/;

/** A person who has just lost the admin role may have a request of the console in progress. */
export const noAdmin = /status of 403/;

/** A person removed from a chat may have a request for its messages or their read position in progress, or a message waiting. */
export const takenOut = /status of 404 .*\/api\/chat\/(send|[^/]+\/(messages|read))/;

/** Matches what any of these matches. */
export const either = (...all: RegExp[]) => new RegExp(all.map(({ source }) => source).join('|'));

/**
 * Records faults that none of our pages may cause: errors on the console (including violations of the page's
 * Content-Security-Policy), uncaught exceptions, and requests to anywhere but this machine.
 */
export function watch(context: BrowserContext, expected?: RegExp): string[] {
  const complaints: string[] = [];
  const complain = (complaint: string) => {
    if (![nobodySignedIn, expected].some((known) => known?.test(complaint))) complaints.push(complaint);
  };
  context.on('console', (message) => {
    if (message.type() === 'error') complain(`console: ${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => complain(`uncaught: ${error.error().message}`));
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const isHere = hostname === 'localhost' || hostname === '127.0.0.1';
    if (!isHere && protocol !== 'data:' && protocol !== 'blob:') complain(`request to elsewhere: ${request.url()}`);
  });
  return complaints;
}
