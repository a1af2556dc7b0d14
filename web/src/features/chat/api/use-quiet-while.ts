import { useEffect, useState } from 'react';

const settling = 500;

/** True while it is, and a moment longer: screen readers hear of what has been loaded a little after it stands there. */
export function useQuietWhile(loading: boolean): boolean {
  const [quiet, setQuiet] = useState(loading);
  useEffect(() => {
    if (loading) return setQuiet(true);
    const timer = setTimeout(() => setQuiet(false), settling);
    return () => clearTimeout(timer);
  }, [loading]);
  return quiet || loading;
}
