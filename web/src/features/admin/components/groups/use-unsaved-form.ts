import { useLayoutEffect } from 'react';

/** One entry for each form within a dialog that holds something unsaved. */
export type UnsavedForms = Set<object>;

export function useUnsavedForm(forms: UnsavedForms, isUnsaved: boolean) {
  useLayoutEffect(() => {
    if (!isUnsaved) return undefined;
    const form = {};
    forms.add(form);
    return () => void forms.delete(form);
  }, [forms, isUnsaved]);
}
