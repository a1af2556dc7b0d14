import type { ReactNode } from 'react';
import styles from './placeholder.module.css';
import { RetryButton } from './retry-button.tsx';

interface PlaceholderProps {
  children: ReactNode;
  /** Given if loading can be tried again. */
  onRetry?: (() => unknown) | undefined;
  role?: 'status' | undefined;
  /** Gives it room. */
  className?: string | undefined;
}

/** Quiet words, centred, where there is nothing to show: still loading, failed or empty. */
export function Placeholder({ children, onRetry, role, className = '' }: PlaceholderProps) {
  return (
    <div className={`${styles.placeholder} ${className}`} role={role}>
      {children}
      {onRetry !== undefined && <RetryButton onRetry={onRetry} />}
    </div>
  );
}
