import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { errors, type Provider } from 'oidc-provider';
import { choicePage, errorPage, stylesPath } from './pages.ts';
import type { DemoPerson } from './people.ts';
import { clientId } from './provider.ts';

const styles = new URL('demo-sign-in.css', import.meta.url);

/** Handles requests to the demo sign-in: its own page, and OpenID for the rest. */
export async function createRequestHandler(options: {
  provider: Provider;
  people: readonly DemoPerson[];
  /** Origins to which a sign-in may return. */
  origins: readonly string[];
  log: Logger;
}) {
  const { provider, people, origins, log } = options;
  const openId = provider.callback();
  const css = await readFile(styles, 'utf8');
  // Browsers apply the form's policy to its redirects too, so the return address must be allowed.
  const policy = `default-src 'none'; style-src 'self'; form-action 'self' ${origins.join(' ')}; base-uri 'none'; frame-ancestors 'none'`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    response.setHeader('content-security-policy', policy);
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('referrer-policy', 'no-referrer');
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === stylesPath) return send(response, 200, 'text/css', css);
    if (!pathname.startsWith('/choose/')) return openId(request, response);
    response.setHeader('cache-control', 'no-store');
    await provider.interactionDetails(request, response);
    if (request.method === 'POST') return choose(request, response);
    return send(response, 200, 'text/html', choicePage(people));
  }

  async function choose(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chosen = new URLSearchParams(await text(request)).get('person');
    const person = people.find(({ sub }) => sub === chosen);
    const result = person
      ? await accepted(person)
      : { error: 'access_denied', error_description: 'Nobody was chosen.' };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  async function accepted(person: DemoPerson) {
    const grant = new provider.Grant({ accountId: person.sub, clientId });
    grant.addOIDCScope('openid email profile');
    const grantId = await grant.save();
    return { select_account: {}, login: { accountId: person.sub, remember: false }, consent: { grantId } };
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch((err: unknown) => {
      const expired = err instanceof errors.SessionNotFound;
      if (!expired) log.error({ err }, 'the demo sign-in failed');
      if (response.headersSent) return response.destroy();
      const words = expired ? 'This sign-in took too long, or was finished already.' : 'Something went wrong.';
      send(response, expired ? 400 : 500, 'text/html', errorPage(words));
    });
  };
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(body);
}
