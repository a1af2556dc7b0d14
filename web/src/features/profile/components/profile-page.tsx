import type { ReactNode } from 'react';
import { Page } from '../../../components/layout/page.tsx';
import { useMe } from '../../../lib/me.ts';
import { texts } from '../texts.ts';
import { ProfileForm } from './profile-form.tsx';

/** One's own profile; below it, what the other features let one choose. */
export function ProfilePage({ children }: { children?: ReactNode }) {
  const { data: me } = useMe();
  return (
    <Page title={texts.title}>
      {me === undefined ? (
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
