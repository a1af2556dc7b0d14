import type { ReactNode } from 'react';
import { Card, Page } from '../../../components/layout/page.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { texts as common } from '../../../components/ui/texts.ts';
import { useMe } from '../../../lib/me.ts';
import { texts } from '../texts.ts';
import { ProfileForm } from './profile-form.tsx';

/** One's own profile, with the settings of the other features below it. */
export function ProfilePage({ children }: { children?: ReactNode }) {
  const { data: me, isError, refetch } = useMe();
  return (
    <Page title={texts.title}>
      {me === undefined && isError ? (
        <Card>
          <p role="alert">{texts.notHere}</p>
          <Button onClick={() => void refetch()}>{common.retry}</Button>
        </Card>
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
