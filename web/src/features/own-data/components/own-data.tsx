import { DeletionCard } from './deletion-card.tsx';
import { DevicesCard } from './devices-card.tsx';
import { DownloadCard } from './download-card.tsx';

/** For the profile page: where one is signed in, and what becomes of what is stored of one. */
export function OwnData() {
  return (
    <>
      <DevicesCard />
      <DownloadCard />
      <DeletionCard />
    </>
  );
}
