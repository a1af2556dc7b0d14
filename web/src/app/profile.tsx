import { PresenceSettings } from '../features/chat/components/settings/presence-settings.tsx';
import { OwnData } from '../features/own-data/components/own-data.tsx';
import { ProfilePage } from '../features/profile/components/profile-page.tsx';

/** The profile with the settings of the other features. */
export function Profile() {
  return (
    <ProfilePage>
      <PresenceSettings />
      <OwnData />
    </ProfilePage>
  );
}
