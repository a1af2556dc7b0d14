import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { LoadingOverlay } from '../../../components/ui/loading-overlay.tsx';
import { usePublicConfig } from '../../../lib/public-config.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { settleSignIn } from '../sign-in.ts';
import { isSignInOutcome, texts } from '../texts.ts';
import { SignInButton } from './sign-in-button.tsx';
import styles from './sign-in.module.css';

/** How a sign-in by redirect ended stands in the address; it is told once and taken out of it. */
function useRedirectOutcome(waiting: boolean) {
  const [parameters, setParameters] = useSearchParams();
  const [error, setError] = useState('');
  const outcome = parameters.get('signIn');
  useEffect(() => {
    if (waiting || outcome === null) return;
    setParameters({}, { replace: true });
    void settleSignIn(isSignInOutcome(outcome) ? outcome : 'failed').then(setError);
  }, [waiting, outcome, setParameters]);
  return error;
}

export function LoginPage() {
  const { status } = useSession();
  const config = usePublicConfig();
  const error = useRedirectOutcome(status === 'loading');
  useTitle('');
  if (status === 'loading') return <LoadingOverlay />;
  if (status === 'signedIn') return <Navigate to="/home" replace />;
  return (
    <main className={styles.login}>
      <img className={styles.mark} src="/icon.svg" alt="" width="72" height="72" />
      <div>
        <h1>{texts.product}</h1>
        {config !== null && <p className={styles.organisation}>{config.orgName}</p>}
      </div>
      <p className={styles.tagline}>{texts.tagline}</p>
      <SignInButton key={error} firstError={error} />
    </main>
  );
}
