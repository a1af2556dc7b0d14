import type { Device } from '@koinonia/contracts/identity.ts';
import { Button } from '../../../components/ui/button.tsx';
import { formatDate, formatExact } from '../../../lib/format.ts';
import { useLeaving } from '../../../lib/leaving.ts';
import { useEndDevices } from '../api/use-devices.ts';
import { ago, isActive } from '../model/last-seen.ts';
import { texts } from '../texts.ts';
import styles from './own-data.module.css';

/** `asOf`: the time of the server's answer, in ms since 1970. */
export function DeviceLine({ device, asOf }: { device: Device; asOf: number }) {
  const leave = useLeaving();
  const end = useEndDevices({ done: texts.deviceEnded(device.device), failed: texts.endFailed });
  const active = device.current || isActive(device.lastSeenAt, asOf);

  return (
    <li className={styles.device}>
      <div className={styles.what}>
        <strong>{device.device}</strong> {device.current && <span className={styles.here}>{texts.thisDevice}</span>}
        <p className={styles.sentence}>
          <span title={formatExact(device.lastSeenAt)}>
            {active ? texts.activeNow : texts.lastSeen(ago(device.lastSeenAt, asOf))}
          </span>
          {', '}
          <span title={formatExact(device.createdAt)}>{texts.signedInOn(formatDate(device.createdAt))}</span>
          {device.address !== '' && `, ${device.address}`}
        </p>
      </div>
      <Button
        aria-label={device.current ? texts.endThisNamed : texts.endDeviceNamed(device.device)}
        pending={end.isPending}
        pendingWords={texts.ending}
        onClick={() => (device.current ? leave() : end.mutate(device))}
      >
        {texts.endDevice}
      </Button>
    </li>
  );
}
