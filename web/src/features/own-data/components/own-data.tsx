import { DeletionCard } from './deletion-card.tsx';
import { DevicesCard } from './devices-card.tsx';
import { DownloadCard } from './download-card.tsx';

/** For the profile page: the person's devices, and the export and deletion of their data. */
export function OwnData() {
  return (
    <>
      <DevicesCard />
      <DownloadCard />
      <DeletionCard />
    </>
  );
}
