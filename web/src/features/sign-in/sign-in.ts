import { accessRestricted } from '@koinonia/contracts/errors.ts';
import { signInChannel, startSignIn, type SignInDisplay, type SignInOutcome } from '@koinonia/contracts/identity.ts';
import { publicConfig } from '../../lib/public-config.ts';
import { finishLogout, holdLogout, startSession } from '../../lib/session/session-on-server.ts';
import { isStandaloneOnApple } from '../../lib/standalone.ts';
import { toast } from '../../lib/toast.ts';
import { texts } from './texts.ts';

const addressFor = (display: SignInDisplay) => `${startSignIn.path}?display=${display}`;

/**
 * Opens the issuer's sign-in in a popup, or in this page where popups do not work. True for a popup. `onError` gets the
 * message to show if the page cannot be left; '' if it can.
 */
export function beginSignIn(onError: (message: string) => void): boolean {
  holdLogout();
  // An app on an iPhone's home screen opens popups in another browser, which shares no storage with it.
  const popup = isStandaloneOnApple()
    ? null
    : window.open(addressFor('popup'), 'koinonia-sign-in', 'popup,width=480,height=660');
  if (popup === null) void leaveToSignIn().then(onError);
  return popup !== null;
}

async function leaveToSignIn(): Promise<string> {
  if (!(await finishLogout())) return texts.notYet;
  location.assign(addressFor('redirect'));
  return '';
}

const outcomes = new Set<unknown>([
  'ok',
  'domain_restricted',
  'account_deactivated',
  'too_many',
  'failed',
] satisfies SignInOutcome[]);

export const isSignInOutcome = (value: unknown): value is SignInOutcome => outcomes.has(value);

/** Reports the outcome of the popup. By BroadcastChannel, because the popup may have been cut off from its opener. */
export function onSignInOutcome(handler: (outcome: SignInOutcome) => void): () => void {
  const channel = new BroadcastChannel(signInChannel);
  channel.addEventListener('message', ({ data }) => handler(isSignInOutcome(data) ? data : 'failed'));
  return () => channel.close();
}

/** Handles an outcome; returns the message for somebody who is not signed in. */
export async function settleSignIn(outcome: SignInOutcome): Promise<string> {
  if (outcome === 'ok' && (await startSession())) return '';
  if (outcome === 'domain_restricted') return accessRestricted(await domain());
  if (outcome === 'account_deactivated') return texts.deactivated;
  console.log('Login failed:', outcome);
  toast.error(texts.failedToast);
  alert(texts.failedAlert);
  return outcome === 'too_many' ? texts.tooMany : '';
}

const domain = async () => (await publicConfig().catch(() => null))?.domain ?? texts.ownOrganisation;
