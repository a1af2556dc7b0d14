import { useEffect, useState } from 'react';
import { usePublicConfig, usePublicConfigSettled } from '../../../lib/use-public-config.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { isSignInOutcome, settleSignIn } from '../sign-in.ts';
import { texts } from '../texts.ts';
import { SessionLoading } from './session-loading.tsx';
import { SignInButton } from './sign-in-button.tsx';
import styles from './sign-in.module.css';

/** The outcome of a sign-in by redirect is in the address; it is shown once and removed from there. */
function useRedirectOutcome(waiting: boolean) {
  const [outcome, setOutcome] = useState(() => new URLSearchParams(location.search).get('signIn'));
  const [error, setError] = useState('');
  useEffect(() => {
    if (waiting || outcome === null) return;
    // The next sign-in waits, too, and has an outcome of its own.
    setOutcome(null);
    history.replaceState(history.state, '', location.pathname);
    void settleSignIn(isSignInOutcome(outcome) ? outcome : 'failed').then(setError);
  }, [waiting, outcome]);
  return error;
}

interface LoginPageProps {
  /** Somebody has begun to sign in. */
  onSignIn?: () => void;
  /** Somebody is signed in: the caller takes them to their page. */
  onSignedIn: () => void;
}

/** Does not use the router, which is not loaded when the login is the first page. */
export function LoginPage({ onSignIn, onSignedIn }: LoginPageProps) {
  const { status } = useSession();
  const config = usePublicConfig();
  const error = useRedirectOutcome(status === 'loading');
  useTitle('');
  useEffect(() => {
    if (status === 'signedIn') onSignedIn();
  }, [status, onSignedIn]);
  // Rendered once, in its final form: lines added later would move the button away from the pointer.
  const settled = usePublicConfigSettled();
  if (status !== 'signedOut' || !settled) return <SessionLoading />;
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
