import {
  displayOfState,
  finishSignIn,
  pageAfterSignIn,
  SignInDisplay,
  startSignIn,
} from '@koinonia/contracts/identity.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { isInAdvance } from './visit.ts';

/**
 * A browser visits the two addresses of a sign-in as pages. When the gateway itself refuses, because it is one too many or
 * identity is away, the browser is led where identity leads it after a failure: a person should not have to read JSON.
 */
export function showRefusedSignIns(app: Service): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isOurs = typeof payload === 'string' && reply.statusCode >= 400;
    const isSeen = request.headers['sec-fetch-mode'] === 'navigate' && !isInAdvance(request.headers);
    if (!isOurs || !isSeen) return payload;
    // Null for what is not an address, such as `//:x`.
    const url = URL.parse(request.url, 'http://gateway');
    const display = url && displayAskedFor(url);
    if (display === null) return payload;
    const outcome = reply.statusCode === 429 ? 'too_many' : 'failed';
    reply.code(302).removeHeader('content-type').header('location', pageAfterSignIn(display, outcome));
    return '';
  });
}

function displayAskedFor({ pathname, searchParams }: URL): SignInDisplay | null {
  if (pathname === startSignIn.path) return SignInDisplay.catch('redirect').parse(searchParams.get('display'));
  return pathname === finishSignIn.path ? displayOfState(searchParams.get('state') ?? '') : null;
}
