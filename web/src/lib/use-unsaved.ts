import { useLayoutEffect } from 'react';
import { keepUnsaved } from './unsaved.ts';

/** Reports something unsaved in a component, such as an edited name. Not drafts and kept inputs: they are stored. */
export function useUnsaved(isUnsaved: boolean) {
  useLayoutEffect(() => (isUnsaved ? keepUnsaved() : undefined), [isUnsaved]);
}
