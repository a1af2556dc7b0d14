import { Page } from '../../components/layout/page.tsx';
import { texts } from './texts.ts';

export function ResourcesPage() {
  return <Page title={texts.title} sentence={texts.sentence} />;
}
