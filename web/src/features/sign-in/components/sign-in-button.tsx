import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { usePublicConfig } from '../../../lib/public-config.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { useOnline } from '../../../lib/use-online.ts';
import { beginSignIn, onSignInOutcome, settleSignIn } from '../sign-in.ts';
import { texts } from '../texts.ts';
import { GoogleMark } from './google-mark.tsx';
import styles from './sign-in.module.css';

interface SignInButtonProps {
  firstError?: string;
  /** Somebody has begun to sign in. */
  onSignIn?: () => void;
}

/** The only way to sign in, with its messages. The button stays enabled: a popup can be closed or lost. */
export function SignInButton({ firstError = '', onSignIn }: SignInButtonProps) {
  const config = usePublicConfig();
  const online = useOnline();
  const [elsewhere, setElsewhere] = useState(false);
  const [error, setError] = useState(firstError);
  // The outcome comes to this page.
  useUnsaved(elsewhere);

  useEffect(
    () =>
      onSignInOutcome(async (outcome) => {
        setElsewhere(false);
        setError(await settleSignIn(outcome));
      }),
    [],
  );

  function signIn() {
    setError('');
    setElsewhere(beginSignIn());
    onSignIn?.();
  }

  return (
    <div className={styles.way}>
      <Button look="main" onClick={signIn}>
        <GoogleMark />
        {texts.signIn}
      </Button>
      {config?.signIn === 'demo' && <p className={styles.note}>{texts.demo}</p>}
      <div className={styles.news}>
        {!online && <p className={styles.note}>{texts.offline}</p>}
        <p className={styles.note} role="status">
          {elsewhere && error === '' ? texts.elsewhere : ''}
        </p>
        <p className={styles.error} role="alert">
          {error}
        </p>
      </div>
    </div>
  );
}
