import { useEffect } from 'react';

const product = 'Koinonia';

/** The title of the page in the browser's tab and history. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = title === '' ? product : `${title} · ${product}`;
  }, [title]);
}
