import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './placeholder.module.css';
import { texts } from './texts.ts';

interface PlaceholderProps {
  children: ReactNode;
  /** Given if loading can be tried again. */
  onRetry?: (() => void) | undefined;
  role?: 'status' | undefined;
  /** Gives it room. */
  className?: string | undefined;
}

/** Quiet words, centred, where there is nothing to show: still loading, failed or empty. */
export function Placeholder({ children, onRetry, role, className = '' }: PlaceholderProps) {
  return (
    <div className={`${styles.placeholder} ${className}`} role={role}>
      {children}
      {onRetry !== undefined && <Button onClick={onRetry}>{texts.retry}</Button>}
    </div>
  );
}
