import type { BrowserContext } from '@playwright/test';

/** What every signed-out page hears when it asks whether there is a session. */
const nobodySignedIn = /status of 401 .*\/api\/session\/token/;

/** What a server answers that has too much to do for a moment. The page asks again; what does not come of it, a test misses. */
const tooBusy = /status of 503/;

/** What the browser tells of a network that a test takes away; the service worker looks for a new one, too. */
export const networkAway =
  /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_|ERR_SOCKET|ERR_FAILED|WebSocket|status of 50\d|Failed to fetch|fetching the script/;

/** Whoever logs out, or is signed out, may be just asking for something. */
export const signedOut = /status of 401/;

/** Whoever is no admin any more may be just asking for something of the console. */
export const noAdmin = /status of 403/;

/** Whoever is taken out of a chat may be just asking for its messages, or telling how far they have read it. */
export const takenOut = /status of 404 .*\/api\/chat\/[^/]+\/(messages|read)/;

/** What any of these tells of. */
export const either = (...all: RegExp[]) => new RegExp(all.map(({ source }) => source).join('|'));

/**
 * Writes down what no page of ours should give cause for: errors on the console (broken rules of the page's
 * Content-Security-Policy are told there), exceptions that nobody caught, and requests to anywhere but this machine.
 */
export function watch(context: BrowserContext, expected?: RegExp): string[] {
  const complaints: string[] = [];
  const complain = (complaint: string) => {
    if (![nobodySignedIn, tooBusy, expected].some((known) => known?.test(complaint))) complaints.push(complaint);
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
