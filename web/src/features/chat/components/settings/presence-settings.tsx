import type { ChatSettings } from '@koinonia/contracts/chat-settings.ts';
import { Card } from '../../../../components/layout/page.tsx';
import { NotHere } from '../../../../components/ui/not-here.tsx';
import { Skeleton } from '../../../../components/ui/skeleton.tsx';
import { Switch } from '../../../../components/ui/switch.tsx';
import { useChatSettings } from '../../api/use-chat-settings.ts';
import { presenceSettingsTexts } from '../../presence-settings-texts.ts';
import styles from './presence-settings.module.css';

/** For the profile page. Each switch saves at once and is not part of the form above: 'Save Changes' is for typed text. */
export function PresenceSettings() {
  const { settings, failed, retry, change } = useChatSettings();
  return (
    <Card title={presenceSettingsTexts.presenceTitle}>
      <p className={styles.sentence}>{presenceSettingsTexts.presenceSentence}</p>
      {settings !== undefined ? (
        <Switches settings={settings} change={change} />
      ) : (
        <div className={styles.unknown}>
          {failed ? (
            <NotHere failed words={presenceSettingsTexts.settingsNotHere} onRetry={retry} />
          ) : (
            <div className={styles.ghosts} role="status" aria-label={presenceSettingsTexts.loadingSettings}>
              <Skeleton width="60%" />
              <Skeleton width="55%" />
            </div>
          )}
          {/* Invisible, but as high as the switches will be at this width, so that nothing below moves when they appear. */}
          <div className={styles.place} inert>
            <Switches settings={{ typing: false, presence: false }} change={() => {}} />
          </div>
        </div>
      )}
    </Card>
  );
}

interface SwitchesProps {
  settings: ChatSettings;
  change: (changed: Partial<ChatSettings>) => void;
}

function Switches({ settings, change }: SwitchesProps) {
  return (
    <div className={styles.switches}>
      <Switch
        label={presenceSettingsTexts.showTyping}
        checked={settings.typing}
        onChange={(typing) => change({ typing })}
      >
        {presenceSettingsTexts.showTypingSentence}
      </Switch>
      <Switch
        label={presenceSettingsTexts.showOnline}
        checked={settings.presence}
        onChange={(presence) => change({ presence })}
      >
        {presenceSettingsTexts.showOnlineSentence}
      </Switch>
    </div>
  );
}
