import type { ReactNode, Ref } from 'react';
import styles from './fault.module.css';

interface FaultProps {
  ref?: Ref<HTMLParagraphElement>;
  id?: string;
  /** Nothing while all is well. */
  children: ReactNode;
}

/** Says what went wrong, below what it is about. Always in the page, so that screen readers read it out. */
export function Fault({ children, ...rest }: FaultProps) {
  return (
    <p className={styles.fault} role="alert" {...rest}>
      {children}
    </p>
  );
}
