/** Covers the page while there is no telling who is signed in. `index.html` begins with the same. */
export function LoadingOverlay({ text = 'Loading…' }: { text?: string }) {
  return (
    <div className="loading-overlay" role="status">
      {text}
    </div>
  );
}
