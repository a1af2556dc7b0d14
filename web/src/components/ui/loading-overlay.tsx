import { texts } from './texts.ts';

interface LoadingOverlayProps {
  text?: string;
  /** True if it replaces the overlay of `index.html`, whose word may be delayed. */
  first?: boolean;
}

/** Covers the page while it is unknown who is signed in. `index.html` has the same markup. */
export function LoadingOverlay({ text = texts.loadingPage, first = false }: LoadingOverlayProps) {
  return (
    <div className="loading-overlay" data-first={first ? '' : undefined} role="status">
      {text}
    </div>
  );
}
