import type { ReactNode } from 'react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { LoadingOverlay } from '../../../components/ui/loading-overlay.tsx';
import { usePublicConfig } from '../../../lib/public-config.ts';
import type { StoredUser } from '../../../lib/session/stored-user.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { texts } from '../texts.ts';
import { SignInButton } from './sign-in-button.tsx';

/** Everything behind it is for somebody who is signed in. Where they wanted to go stays in the address. */
export function SignInGate({ children }: { children: (user: StoredUser) => ReactNode }) {
  const session = useSession();
  const config = usePublicConfig();
  if (session.status === 'loading') return <LoadingOverlay />;
  if (session.status === 'signedIn') return children(session.user);
  return (
    <Dialog title={texts.required}>
      <p>{texts.requiredSentence(config?.orgName ?? texts.ownOrganisation)}</p>
      <SignInButton />
    </Dialog>
  );
}
