import { Card } from '../../../components/layout/page.tsx';
import { Actions } from '../../../components/ui/actions.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { isStandaloneOnApple } from '../../../lib/standalone.ts';
import { useDownload } from '../api/use-download.ts';
import { texts } from '../texts.ts';
import styles from './own-data.module.css';

export function DownloadCard() {
  return (
    <Card title={texts.dataTitle}>
      <p className={styles.sentence}>{texts.downloadSentence}</p>
      {/* Such an app would open the file in place of itself, and the file may be too large to share. */}
      {isStandaloneOnApple() ? <p className={styles.sentence}>{texts.downloadInSafari}</p> : <DownloadButton />}
    </Card>
  );
}

function DownloadButton() {
  const download = useDownload();
  return (
    <Actions>
      <Button
        icon={<Icon name="download" size={18} />}
        pending={download.isPending}
        pendingWords={texts.preparing}
        onClick={() => download.mutate(undefined)}
      >
        {texts.download}
      </Button>
    </Actions>
  );
}
