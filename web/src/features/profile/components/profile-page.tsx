import type { ReactNode } from 'react';
import { Page } from '../../../components/layout/page.tsx';
import { NotHere, Nothing } from '../../../components/ui/not-here.tsx';
import { hasFailed } from '../../../lib/has-failed.ts';
import { useMe } from '../../../lib/me.ts';
import { texts } from '../texts.ts';
import { ProfileForm } from './profile-form.tsx';

/** One's own profile, with the settings of the other features below it. */
export function ProfilePage({ children }: { children?: ReactNode }) {
  const query = useMe();
  const { data: me, isPaused, refetch } = query;
  return (
    <Page title={texts.title}>
      {me === undefined && isPaused ? (
        <Nothing>{texts.offline}</Nothing>
      ) : hasFailed(query) ? (
        <NotHere framed failed words={texts.notHere} onRetry={() => refetch()} />
      ) : me === undefined ? (
        <p role="status">{texts.loading}</p>
      ) : (
        <>
          <ProfileForm key={me.uid} me={me} />
          {children}
        </>
      )}
    </Page>
  );
}
