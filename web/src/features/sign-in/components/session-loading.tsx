import { LoadingOverlay } from '../../../components/ui/loading-overlay.tsx';
import { useOnline } from '../../../lib/use-online.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { texts } from '../texts.ts';

/** Covers the page until it is known who is signed in. Says so when the server cannot be asked. */
export function SessionLoading() {
  const session = useSession();
  const online = useOnline();
  if (session.status !== 'loading' || session.unanswered === undefined) return <LoadingOverlay />;
  return <LoadingOverlay text={online ? texts.notReached : texts.waitsForNetwork} />;
}
