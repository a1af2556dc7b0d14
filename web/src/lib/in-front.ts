import { useLayoutEffect } from 'react';

const fronts = new Set<object>();
const listeners = new Set<() => void>();

/** Whether a dialog is in front of the page: nobody reads what is behind it. */
export const isSomethingInFront = () => fronts.size > 0;

/** Calls when the last dialog has gone. */
export function onNothingInFront(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The component is in front of the page as long as it is mounted. */
export function useInFront() {
  useLayoutEffect(() => {
    const one = {};
    fronts.add(one);
    return () => {
      fronts.delete(one);
      if (fronts.size === 0) for (const listener of listeners) listener();
    };
  }, []);
}
