import { accessRestricted } from '@koinonia/contracts/errors.ts';
import { signInChannel, startSignIn, type SignInDisplay, type SignInOutcome } from '@koinonia/contracts/identity.ts';
import { publicConfig } from '../../lib/public-config.ts';
import { startSession } from '../../lib/session/confirm-session.ts';
import { toast } from '../../lib/toast.ts';
import { isSignInOutcome, texts } from './texts.ts';

const addressFor = (display: SignInDisplay) => `${startSignIn.path}?display=${display}`;

/** An app on an iPhone's home screen opens a popup in another browser, which shares nothing with it. */
const isStandaloneOnApple = () => 'standalone' in navigator && navigator.standalone === true;

/** Opens the issuer's sign-in in a popup; in this page where popups do not work. True when it is elsewhere. */
export function beginSignIn(): boolean {
  const popup = isStandaloneOnApple()
    ? null
    : window.open(addressFor('popup'), 'koinonia-sign-in', 'popup,width=480,height=660');
  if (popup === null) location.assign(addressFor('redirect'));
  return popup !== null;
}

/** Hears how the popup ended. By channel, because the opener may have been cut off from it. */
export function onSignInOutcome(handler: (outcome: SignInOutcome) => void): () => void {
  const channel = new BroadcastChannel(signInChannel);
  channel.addEventListener('message', ({ data }) => handler(isSignInOutcome(data) ? data : 'failed'));
  return () => channel.close();
}

/** Makes the best of an outcome; gives back what stays on the page for somebody who is not in. */
export async function settleSignIn(outcome: SignInOutcome): Promise<string> {
  if (outcome === 'ok' && (await startSession())) return '';
  if (outcome === 'domain_restricted') return accessRestricted(await domain());
  if (outcome === 'account_deactivated') return texts.deactivated;
  console.log('Login failed:', outcome);
  toast.error(texts.failedToast);
  alert(texts.failedAlert);
  return '';
}

const domain = async () => (await publicConfig().catch(() => null))?.domain ?? texts.ownOrganisation;
