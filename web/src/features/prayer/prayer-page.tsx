import { Page } from '../../components/layout/page.tsx';
import { texts } from './texts.ts';

export function PrayerPage() {
  return <Page title={texts.title} sentence={texts.sentence} />;
}
