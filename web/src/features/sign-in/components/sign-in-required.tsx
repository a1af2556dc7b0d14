import { Dialog } from '../../../components/ui/dialog.tsx';
import { usePublicConfig } from '../../../lib/use-public-config.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { texts } from '../texts.ts';
import { SignInButton } from './sign-in-button.tsx';

/** Covers the page for somebody who is not signed in, and cannot be closed. */
export function SignInRequired() {
  const config = usePublicConfig();
  // The previous page's title may be somebody's name.
  useTitle(texts.required);
  return (
    <Dialog title={texts.required}>
      <p>{texts.requiredSentence(config?.orgName ?? texts.ownOrganisation)}</p>
      <SignInButton />
    </Dialog>
  );
}
