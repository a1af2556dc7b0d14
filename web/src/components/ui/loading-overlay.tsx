import styles from './loading-overlay.module.css';

/** Covers the page while there is no telling who is signed in. */
export function LoadingOverlay({ text = 'Loading…' }: { text?: string }) {
  return (
    <div className={styles.overlay} role="status">
      {text}
    </div>
  );
}
