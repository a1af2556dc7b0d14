import { useEffect, useState } from 'react';

const settling = 500;

/** True during loading and a moment longer: screen readers announce loaded content a little after it appears. */
export function useQuietWhile(loading: boolean): boolean {
  const [quiet, setQuiet] = useState(loading);
  useEffect(() => {
    if (loading) return setQuiet(true);
    const timer = setTimeout(() => setQuiet(false), settling);
    return () => clearTimeout(timer);
  }, [loading]);
  return quiet || loading;
}
