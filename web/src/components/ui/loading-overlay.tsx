/** Covers the page while it is unknown who is signed in. `index.html` has the same markup. */
export function LoadingOverlay({ text = 'Loading…' }: { text?: string }) {
  return (
    <div className="loading-overlay" role="status">
      {text}
    </div>
  );
}
