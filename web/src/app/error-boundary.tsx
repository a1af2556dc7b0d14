import { Component, type ReactNode } from 'react';
import { Page } from '../components/layout/page.tsx';
import { Button } from '../components/ui/button.tsx';
import { texts as common } from '../components/ui/texts.ts';
import { isMissingPart, startOverIfPartIsGone } from '../lib/missing-parts.ts';
import { isOnline, onNetwork } from '../lib/online.ts';
import { hasUnsaved } from '../lib/unsaved.ts';
import { texts } from './texts.ts';

interface ErrorBoundaryProps {
  /** The address of a page within the frame: when it changes, pages are shown again. Left out around the whole app. */
  address?: string;
  children: ReactNode;
}

interface State {
  broken: boolean;
  /** Only a part of the page is missing, and comes when the network is back. */
  waits: boolean;
  unsaved: boolean;
}

/** A bug of ours must not leave a white page, and one page that is broken or gone must not take away the others. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state = { broken: false, waits: false, unsaved: false };
  #stopListening = () => {};

  static getDerivedStateFromError(failure: unknown) {
    return { broken: true, waits: isMissingPart(failure) && !isOnline() };
  }

  override componentDidMount() {
    this.#stopListening = onNetwork(() => {
      // If it fails again, because browsers remember what could not be loaded, the page loads itself anew.
      if (this.state.waits && isOnline()) this.setState({ broken: false, waits: false });
    });
  }

  override componentWillUnmount() {
    this.#stopListening();
  }

  override componentDidCatch(failure: unknown) {
    // Does not count what was on the broken page itself.
    this.setState({ unsaved: hasUnsaved() });
    void startOverIfPartIsGone(failure);
  }

  override componentDidUpdate(before: ErrorBoundaryProps, { broken }: { broken: boolean }) {
    if (!broken || before.address === this.props.address) return;
    // At most once for each address.
    // oxlint-disable-next-line react/no-did-update-set-state
    this.setState({ broken: false, waits: false });
  }

  override render() {
    const { address, children } = this.props;
    if (!this.state.broken) return children;
    return address === undefined ? <main>{this.#instead()}</main> : this.#instead();
  }

  #instead() {
    if (this.state.waits) return <Page title={texts.notLoaded} sentence={common.waitsForNetwork} />;
    return (
      <Page title={texts.broken} sentence={this.state.unsaved ? texts.unsavedSentence : texts.brokenSentence}>
        <p>
          <Button look="main" onClick={() => location.reload()}>
            {texts.reload}
          </Button>
        </p>
      </Page>
    );
  }
}
