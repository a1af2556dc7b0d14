import type { Device } from '@koinonia/contracts/identity.ts';
import { useState } from 'react';
import { Card } from '../../../components/layout/page.tsx';
import { Actions } from '../../../components/ui/actions.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { NotHere } from '../../../components/ui/not-here.tsx';
import { OfflineNote } from '../../../components/ui/offline-note.tsx';
import { hasFailed } from '../../../lib/has-failed.ts';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { useDevices } from '../api/use-devices.ts';
import { texts } from '../texts.ts';
import { DeviceLine } from './device-line.tsx';
import { EndOthersDialog } from './end-others-dialog.tsx';
import styles from './own-data.module.css';

export function DevicesCard() {
  const query = useDevices();
  const { data, refetch } = query;
  return (
    <Card title={texts.devicesTitle}>
      <p className={styles.sentence}>{texts.devicesSentence}</p>
      <OfflineNote known={data !== undefined} />
      {data === undefined ? (
        <NotHere failed={hasFailed(query)} words={texts.devicesNotHere} onRetry={() => refetch()} />
      ) : (
        <Devices devices={data.answer} asOf={data.at} />
      )}
    </Card>
  );
}

function Devices({ devices, asOf }: { devices: readonly Device[]; asOf: number }) {
  const [asks, setAsks] = useState(false);
  const { fallback, around } = useKeptFocus<HTMLUListElement>();
  const inOrder = devices.toSorted((one, other) => Number(other.current) - Number(one.current));
  const others = devices.filter((device) => !device.current);
  return (
    <div className="no-box" {...around}>
      <ul ref={fallback} className={styles.devices} aria-label={texts.devicesTitle} tabIndex={-1}>
        {inOrder.map((device) => (
          <DeviceLine key={device.id} device={device} asOf={asOf} />
        ))}
      </ul>
      {others.length > 1 && (
        <Actions>
          <Button onClick={() => setAsks(true)}>{texts.endOthers}</Button>
        </Actions>
      )}
      {asks && <EndOthersDialog onClose={() => setAsks(false)} />}
    </div>
  );
}
