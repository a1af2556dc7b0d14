import { useEffect, useState } from 'react';
import { LoadingOverlay } from '../../../components/ui/loading-overlay.tsx';
import { usePublicConfig, usePublicConfigSettled } from '../../../lib/public-config.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { settleSignIn } from '../sign-in.ts';
import { isSignInOutcome, texts } from '../texts.ts';
import { SignInButton } from './sign-in-button.tsx';
import styles from './sign-in.module.css';

/** How a sign-in by redirect ended stands in the address; it is told once and taken out of it. */
function useRedirectOutcome(waiting: boolean) {
  const [outcome] = useState(() => new URLSearchParams(location.search).get('signIn'));
  const [error, setError] = useState('');
  useEffect(() => {
    if (waiting || outcome === null) return;
    history.replaceState(history.state, '', location.pathname);
    void settleSignIn(isSignInOutcome(outcome) ? outcome : 'failed').then(setError);
  }, [waiting, outcome]);
  return error;
}

interface LoginPageProps {
  /** Somebody begins to sign in. */
  onSignIn?: () => void;
  /** Somebody is signed in, and is to be led on from here. */
  onSignedIn: () => void;
}

/** Knows nothing of the router, which is not there yet when the login is the first page. */
export function LoginPage({ onSignIn, onSignedIn }: LoginPageProps) {
  const { status } = useSession();
  const config = usePublicConfig();
  const error = useRedirectOutcome(status === 'loading');
  useTitle('');
  useEffect(() => {
    if (status === 'signedIn') onSignedIn();
  }, [status, onSignedIn]);
  // Drawn once, as it stays: lines that came later would move the button from under the pointer.
  const settled = usePublicConfigSettled();
  if (status !== 'signedOut' || !settled) return <LoadingOverlay />;
  return (
    <main className={styles.login}>
      <img className={styles.mark} src="/icon.svg" alt="" width="72" height="72" />
      <div>
        <h1>{texts.product}</h1>
        {config !== null && <p className={styles.organisation}>{config.orgName}</p>}
      </div>
      <p className={styles.tagline}>{texts.tagline}</p>
      <SignInButton key={error} firstError={error} {...(onSignIn && { onSignIn })} />
    </main>
  );
}
