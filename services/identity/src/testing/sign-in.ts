import { locationOf, type TestBrowser } from '@koinonia/kit/testing/browser.ts';

type Claims = Record<string, unknown>;
interface Node {
  publicUrl: string;
}

/** Presses 'Sign in with Google'; returns the address at the issuer that the browser is sent to. */
export async function leaveForIssuer(browser: TestBrowser, node: Node, display = 'popup'): Promise<string> {
  return locationOf(await browser.ask(`${node.publicUrl}/api/session/google?display=${display}`), node.publicUrl);
}

/** Chooses an account at the test issuer; returns the address with the code that the browser is sent back to. */
export async function chooseAccount(browser: TestBrowser, authorize: string, claims: Claims = {}): Promise<string> {
  const url = new URL(authorize);
  url.searchParams.set('choose', JSON.stringify(claims));
  return locationOf(await browser.ask(url.href), url.origin);
}

/** The whole sign-in; returns the answer to the callback. */
export async function signInBy(
  browser: TestBrowser,
  node: Node,
  claims: Claims = {},
  display = 'popup',
): Promise<Response> {
  return browser.ask(await chooseAccount(browser, await leaveForIssuer(browser, node, display), claims));
}

/** The page's next request: the short-lived token of the session. */
export const askToken = (browser: TestBrowser, node: Node, headers: Record<string, string> = {}) =>
  browser.ask(`${node.publicUrl}/api/session/token`, { method: 'POST', headers });
