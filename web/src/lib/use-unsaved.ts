import { useLayoutEffect } from 'react';
import { keepUnsaved } from './unsaved.ts';

/** Tells of something unsaved in a component, such as an edited form. What is a draft already does not count. */
export function useUnsaved(isUnsaved: boolean) {
  useLayoutEffect(() => (isUnsaved ? keepUnsaved() : undefined), [isUnsaved]);
}
