import { Card } from '../../../components/layout/page.tsx';
import { Actions } from '../../../components/ui/actions.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { useDownload } from '../api/use-download.ts';
import { texts } from '../texts.ts';
import styles from './own-data.module.css';

export function DownloadCard() {
  const download = useDownload();
  return (
    <Card title={texts.dataTitle}>
      <p className={styles.sentence}>{texts.downloadSentence}</p>
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
    </Card>
  );
}
