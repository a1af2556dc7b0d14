import { useState } from 'react';

/** Tries something again; `trying` until that has ended, however it ends. */
export function useRetry(onRetry: () => unknown) {
  const [trying, setTrying] = useState(false);
  async function retry() {
    setTrying(true);
    const attempt = async () => onRetry();
    await attempt().catch(() => {});
    setTrying(false);
  }
  return { trying, retry };
}
