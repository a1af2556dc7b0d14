import type { ChatSettings } from '@koinonia/contracts/chat-settings.ts';
import { Card } from '../../../../components/layout/page.tsx';
import { NotHere } from '../../../../components/ui/not-here.tsx';
import { Skeleton } from '../../../../components/ui/skeleton.tsx';
import { Switch } from '../../../../components/ui/switch.tsx';
import { useChatSettings } from '../../api/use-chat-settings.ts';
import { presenceTexts } from '../../presence-texts.ts';
import styles from './presence-settings.module.css';

/** For the profile page. Each switch saves at once and is not part of the form above: 'Save Changes' is for typed text. */
export function PresenceSettings() {
  const { settings, failed, retry, change } = useChatSettings();
  return (
    <Card title={presenceTexts.presenceTitle}>
      <p className={styles.sentence}>{presenceTexts.presenceSentence}</p>
      {settings !== undefined ? (
        <Switches settings={settings} change={change} />
      ) : (
        <div className={styles.unknown}>
          {failed ? (
            <NotHere failed words={presenceTexts.settingsNotHere} onRetry={retry} />
          ) : (
            <div className={styles.ghosts} role="status" aria-label={presenceTexts.loadingSettings}>
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
      <Switch label={presenceTexts.showTyping} checked={settings.typing} onChange={(typing) => change({ typing })}>
        {presenceTexts.showTypingSentence}
      </Switch>
      <Switch
        label={presenceTexts.showOnline}
        checked={settings.presence}
        onChange={(presence) => change({ presence })}
      >
        {presenceTexts.showOnlineSentence}
      </Switch>
    </div>
  );
}
