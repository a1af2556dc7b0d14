import type { ReactNode } from 'react';

/**
 * Screen readers read out what appears in it. Always in the page: they do not read a status that is added together with its
 * words.
 */
export function Said({ children }: { children: ReactNode }) {
  return (
    <div className="no-box" role="status">
      {children}
    </div>
  );
}
