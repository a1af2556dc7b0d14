import { Component, type ReactNode } from 'react';
import { Page } from '../components/layout/page.tsx';
import { Button } from '../components/ui/button.tsx';
import { startOverIfPartIsGone } from '../lib/missing-parts.ts';
import { texts } from './texts.ts';

/** A bug of ours must not leave a white page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(failure: unknown) {
    void startOverIfPartIsGone(failure);
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <main>
        <Page title={texts.broken} sentence={texts.brokenSentence}>
          <p>
            <Button look="main" onClick={() => location.reload()}>
              {texts.reload}
            </Button>
          </p>
        </Page>
      </main>
    );
  }
}
