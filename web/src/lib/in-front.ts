import { useLayoutEffect } from 'react';
import { createListeners } from './listeners.ts';

const fronts = new Set<object>();
const listeners = createListeners();

/** Whether a dialog is in front of the page: nobody reads what is behind it. */
export const isSomethingInFront = () => fronts.size > 0;

/** Calls the listener when the last dialog has gone. */
export const onNothingInFront = listeners.subscribe;

/** The component is in front of the page as long as it is mounted. */
export function useInFront() {
  useLayoutEffect(() => {
    const one = {};
    fronts.add(one);
    return () => {
      fronts.delete(one);
      if (fronts.size === 0) listeners.tell();
    };
  }, []);
}
