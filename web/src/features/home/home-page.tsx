import type { ReactNode } from 'react';
import { Page } from '../../components/layout/page.tsx';
import { usePublicConfig } from '../../lib/use-public-config.ts';
import { texts } from './texts.ts';

/** `children` are the parts of other features that need attention today. */
export function HomePage({ children }: { children: ReactNode }) {
  const config = usePublicConfig();
  return (
    <Page title={texts.welcome(config?.orgName)} tab={texts.tab} sentence={texts.tagline}>
      {children}
    </Page>
  );
}
