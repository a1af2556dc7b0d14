import { useLayoutEffect } from 'react';
import { keepUnsaved } from './unsaved.ts';

/** Reports something unsaved in a component, such as an edited form. Drafts do not count: they are stored. */
export function useUnsaved(isUnsaved: boolean) {
  useLayoutEffect(() => (isUnsaved ? keepUnsaved() : undefined), [isUnsaved]);
}
