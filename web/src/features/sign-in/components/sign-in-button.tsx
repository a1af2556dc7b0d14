import { signInLifetime } from '@koinonia/contracts/identity.ts';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { usePublicConfig } from '../../../lib/use-public-config.ts';
import { useUnsaved } from '../../../lib/use-unsaved.ts';
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
  /** When the sign-in window was opened; null without one. */
  const [begunAt, setBegunAt] = useState<number | null>(null);
  const elsewhere = begunAt !== null;
  const [error, setError] = useState(firstError);
  // A page that reloads would miss the outcome.
  useUnsaved(elsewhere);

  useEffect(
    () =>
      onSignInOutcome(async (outcome) => {
        // Signing in on another page counts here, too. A failure concerns only the page where the sign-in began.
        if (outcome !== 'ok' && !elsewhere) return;
        setBegunAt(null);
        setError(await settleSignIn(outcome));
      }),
    [elsewhere],
  );

  // This page cannot know that somebody has given up.
  useEffect(() => {
    if (begunAt === null) return;
    const timer = setTimeout(() => setBegunAt(null), signInLifetime * 1000);
    return () => clearTimeout(timer);
  }, [begunAt]);

  function signIn() {
    setError('');
    setBegunAt(beginSignIn(setError) ? Date.now() : null);
    onSignIn?.();
  }

  return (
    <div className={styles.way}>
      <Button look="main" icon={<GoogleMark />} onClick={signIn}>
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
